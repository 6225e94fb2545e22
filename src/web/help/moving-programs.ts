import { KEY_VARIABLE } from '../../api/request-samples.ts'

const head = (base: string, path: string) => `import csv, json, os, urllib.request

def post(body, **headers):
    request = urllib.request.Request(
        "${base}/api/b1/${path}",
        data=json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],
            "Content-Type": "application/json",
            **headers,
        },
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)
`

/** A program that invites the addresses in a table. */
export function inviteProgram(base: string): string {
  return `${head(base, 'memberships')}
with open("members.csv", newline="") as table:
    emails = [row["email"].strip() for row in csv.DictReader(table)]

answer = post({"emails": [email for email in emails if email]})
print("Invited:", ", ".join(answer["added_emails"]) or "nobody")`
}

/** A program that creates the polls in a table. */
export function pollProgram(base: string): string {
  return `${head(base, 'polls')}
with open("polls.csv", newline="") as table:
    rows = list(csv.DictReader(table))

for number, row in enumerate(rows):
    poll = {
        "title": row["title"],
        "poll_type": row["poll_type"],
        "options": [option.strip() for option in row["options"].split("|") if option.strip()],
        "details": row["details"] or None,
        "closing_at": row["closing_at"] or None,
    }
    made = post(poll, **{"Idempotency-Key": f"polls.csv {number}"})["polls"][0]
    print("${base}/p/" + made["key"], made["title"])`
}
