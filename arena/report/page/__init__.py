"""`report.html`: a ladder's results as one page that needs nothing else."""
