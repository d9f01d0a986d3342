"""Calls operations of the generated client: one JSON line in, one out. Names are compared without case and signs, as the generator writes them."""
import inspect
import json
import re
import sys

import openapi_client as client


def plain(name):
    return re.sub(r"[^a-z0-9]", "", name.lower())


def named(where, name):
    return next(each for each in dir(where) if plain(each) == plain(name) and not each.startswith("_"))


def text(value):
    return value.isoformat().replace("+00:00", "Z")


def held(data):
    """What the client's types hold, as JSON has it."""
    if isinstance(data, (bytes, bytearray)):
        return data.decode()
    return json.loads(json.dumps(data.to_dict() if hasattr(data, "to_dict") else data, default=text))


def answer(call):
    configuration = client.Configuration(host=sys.argv[1], access_token=call["token"])
    secret = {} if call["secret"] is None else {"header_name": "x-client-secret", "header_value": call["secret"]}
    api = getattr(client, named(client, call["api"]))(client.ApiClient(configuration, **secret))
    operation = getattr(api, named(api, call["operation"] + "WithHttpInfo"))
    parameters = {plain(each): each for each in inspect.signature(operation).parameters}
    values = {parameters[plain(name)]: value for name, value in call["values"].items()}
    if call["body"] is not None:
        values[parameters[plain(call["bodyType"])]] = getattr(client, named(client, call["bodyType"])).from_dict(call["body"])
    try:
        response = operation(**values)
        return {"status": response.status_code, "body": None if response.status_code == 204 else held(response.data)}
    except client.ApiException as error:
        return {"status": error.status, "body": error.body}
    except Exception as error:  # the test says which call the client could not make or read
        return {"status": 0, "body": repr(error)}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
