FIELDS = {"user": 120, "ad": 60, "site": 25, "hour": 24}
