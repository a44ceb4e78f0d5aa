"""Tables, documents and files made from a ladder's results."""
