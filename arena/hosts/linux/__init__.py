"""What Linux offers to lock a process up, each layer in a file of its own, on plain ctypes."""
