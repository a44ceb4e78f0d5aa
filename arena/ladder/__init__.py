"""Running a ladder: config, schedule, workers, store and results."""
