"""What a ladder's sets tell beyond the standings: habits, swings and the course of ratings."""
