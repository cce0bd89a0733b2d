"""`python3 -m churn_scoring send < events.jsonl` sends one event for each line; `… list churn_label=high,critical` prints customers.

Takes the address of the service from CHURN_URL, and the key from CHURN_API_KEY."""

from __future__ import annotations

import json
import os
import sys

from .client import ChurnClient
from .errors import ChurnError


def main() -> None:
    command, *arguments = sys.argv[1:] or [""]
    if command not in ("send", "list"):
        sys.exit(__doc__)
    missing = [name for name in ("CHURN_URL", "CHURN_API_KEY") if name not in os.environ]
    if missing:
        sys.exit(f"Set {' and '.join(missing)}.")
    try:
        client = ChurnClient(os.environ["CHURN_URL"], os.environ["CHURN_API_KEY"])
        if command == "send":
            events = (json.loads(line) for line in sys.stdin if line.strip())
            client.send_events(events, on_result=lambda result: print(result["event_id"], result["status"], result.get("error", "")))
        else:
            for customer in client.customers(**dict(argument.split("=", 1) for argument in arguments)):
                churn = customer["churn"]
                print(customer["external_id"], None if churn is None else churn["score"])
    except (ChurnError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
