"""What a request says, however it is put: for all that compares requests."""
