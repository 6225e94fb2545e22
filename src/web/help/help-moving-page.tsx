import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { KEY_VARIABLE } from '../../api/request-samples.ts'
import { POLL_TYPE_NAMES } from '../../polls/types/index.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { type Exchange, sendEnglishPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { type Chapter, HelpFrame } from './help-frame-part.tsx'

const TITLE = 'Moving here from another service'
const ABOUT =
  'How to import a group from Loomio, what works unchanged for programs, and how to bring members and polls.'

export const movingHelpPage = openPage({
  path: '/help/moving',
  show: showMovingHelp,
})

/** GET /help/moving: for programs of b1 services, and for groups that move from another service. */
async function showMovingHelp(exchange: Exchange): Promise<FastifyReply> {
  const chapters = chaptersOf(exchange.services.config.public_url)
  const words = () => ({ title: TITLE, about: ABOUT, chapters })
  return sendEnglishPage(exchange, <HelpFrame words={words} viewer={await signedIn(exchange)} />)
}

function chaptersOf(base: string): Chapter[] {
  return [
    { id: 'loomio', title: 'A group from Loomio', text: <Loomio /> },
    { id: 'b1', title: 'A program written for b1', text: <B1 base={base} /> },
    { id: 'same', title: 'What stays the same', text: <Same /> },
    { id: 'other', title: 'What to check', text: <Other /> },
    { id: 'members', title: 'Import members from a list', text: <Members base={base} /> },
    { id: 'polls', title: 'Import polls from a table', text: <Polls base={base} /> },
    { id: 'left', title: 'What you cannot bring', text: <LeftBehind /> },
  ]
}

function Loomio(): VNode {
  return (
    <>
      <p>
        In Loomio, an admin of the group opens its settings and exports the group’s data as JSON. An admin of
        this service uploads the file under <a href="/service/import">Import</a>, or uses the command line.
        The file is checked first; the report says what would be imported and what would not, with the line in
        the file. Until it has ended, an upload, a check or an import can be cancelled: then nothing of it
        stays.
      </p>
      <Example label="On the command line" text={LOOMIO_COMMANDS} />
      <p>This is imported:</p>
      <ul>
        <li>Groups and subgroups, as private groups. A handle that is already taken gets a number.</li>
        <li>
          People, matched by email address. Existing accounts stay as they are; everyone else gets an account
          that they open by signing in. Group admins stay admins of their group. Nobody becomes an admin of
          this service.
        </li>
        <li>
          Threads with their comments, in order and with their original times. Replies are one level deep.
          Threads and polls keep their keys, so <code>/d/KEY</code> and <code>/p/KEY</code> work at this
          address.
        </li>
        <li>
          Closed polls with their votes, reasons and outcomes, including those of guests and of people who
          have left. Sense checks and proposals with custom options become single-choice polls; single
          transferable votes become ranked choices counted the same way; a question becomes comments.
        </li>
        <li>
          Tags of threads and polls. Tags belong to one group here: a subgroup gets its own tags of the same
          names. They have no colors.
        </li>
        <li>
          Anonymous polls are sealed: their votes are imported without names and reasons. Polls that are still
          open are imported as drafts without votes, which someone can open here.
        </li>
      </ul>
      <p>
        Imported threads and polls say so on their pages, and the group’s history records the import. The
        results of imported polls are not signed, because this service did not conduct the vote. Nobody gets
        an email or a notification, and no webhook is called.
      </p>
      <p>
        Reactions, tasks, templates, thread guests, earlier versions of votes and texts, and files are not
        imported; the report lists them, files with their former address. Running the import again, with the
        same or a newer file, adds only what is new. Groups that already exist here get no admins from it, and
        the report lists what they get.
      </p>
    </>
  )
}

const LOOMIO_COMMANDS = `npx folkmoot import loomio our-group.json --dry-run
npx folkmoot import loomio our-group.json`

function B1({ base }: { base: string }): VNode {
  return (
    <>
      <p>Two things change: the address and the key.</p>
      <Example label="Address" text={`${base}/api/b1`} />
      <p>
        An admin creates the key on the group’s API keys page, or with <code>npx folkmoot key create</code>.
        There are two variants of b1, and each key uses one. Variant A notifies the people named in a request;
        variant B notifies nobody unless <code>notify_recipients</code> is true. Choose the one your program
        was written for; if in doubt, A.
      </p>
    </>
  )
}

function Same(): VNode {
  return (
    <ul>
      <li>Addresses, methods and field names; bodies as JSON or as forms.</li>
      <li>
        The key in the field <code>api_key</code>, in the body or the query. The header{' '}
        <code>Authorization: Bearer</code> is better: addresses end up in logs.
      </li>
      <li>Responses: 200, with one object of lists in which every list and every field is always present.</li>
      <li>
        Peculiarities too: a form POST to <code>memberships</code> that contains only the key lists them, and{' '}
        <code>hide_results_until_closed</code> is supported.
      </li>
      <li>
        Webhooks send <code>kind</code> and the <code>url</code> of the page.
      </li>
    </ul>
  )
}

function Other(): VNode {
  return (
    <ul>
      <li>
        Ids and keys of records are new. A program that has stored some must start without them, or find the
        records by title.
      </li>
      <li>
        A failed request returns a status of 400 or higher and says why: <a href="/help/api#errors">Errors</a>
        . A successful response never contains <code>errors</code>. Invalid values that other services ignore
        are rejected here with 422, all at once.
      </li>
      <li>
        Unknown fields are ignored, as elsewhere, and named in the header <code>Folkmoot-Ignored-Fields</code>
        . Check it once.
      </li>
      <li>
        A proposal’s options can be agree, disagree, abstain and block; for other words, create a poll of the
        type <code>poll</code>.
      </li>
      <li>
        Hidden results are null, not 0, for programs too. Nothing ever shows who chose what in anonymous
        polls.
      </li>
      <li>Only keys that can read the member list get people’s addresses, and only there.</li>
      <li>
        The key’s bot appears as the author of what a key creates. A bot has no vote and is not a member.
      </li>
      <li>
        The number of requests per minute is limited: <a href="/help/api#limits">Limits</a>.
      </li>
    </ul>
  )
}

function Members({ base }: { base: string }): VNode {
  return (
    <>
      <p>
        Export the members of your current service as a CSV file with a column <code>email</code>. This
        program invites everyone in it: each person gets one email, and joins with one click. It skips
        addresses that are already in the group, so you can run it again. The key needs the permission{' '}
        <code>manage_memberships</code>.
      </p>
      <Example label="invite.py" text={inviteProgram(base)} tall />
      <p>
        With <code>"dry_run": True</code> in the body, it only lists the people it would invite. You can also
        paste a few addresses on the group’s invitation page.
      </p>
    </>
  )
}

function Polls({ base }: { base: string }): VNode {
  return (
    <>
      <p>
        This program creates polls from a table <code>polls.csv</code> with the columns <code>title</code>,{' '}
        <code>poll_type</code>, <code>options</code> (separated by |), <code>details</code> and{' '}
        <code>closing_at</code>. The types are {POLL_TYPE_NAMES.join(', ')}. If <code>closing_at</code> is
        empty, the poll is a draft, which you can check before you open it. The key needs the permission{' '}
        <code>create_poll</code>.
      </p>
      <Example label="polls.py" text={pollProgram(base)} tall />
      <p>
        Thanks to the header <code>Idempotency-Key</code>, you can run the program again within a day, for
        instance after a lost connection, without creating a poll twice.
      </p>
    </>
  )
}

function LeftBehind(): VNode {
  return (
    <>
      <p>
        Votes cast elsewhere come only with an export from <a href="#loomio">Loomio</a>, as part of closed
        polls, and this service does not sign their results. Let open polls finish where they are, or ask
        again.
      </p>
      <p>
        There is no import for threads, comments or files from other services. Keep the export of your old
        service, and start a thread that says where it is and which decisions still apply.
      </p>
    </>
  )
}

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

/** Invites the addresses in a table. */
function inviteProgram(base: string): string {
  return `${head(base, 'memberships')}
with open("members.csv", newline="") as table:
    emails = [row["email"].strip() for row in csv.DictReader(table)]

answer = post({"emails": [email for email in emails if email]})
print("Invited:", ", ".join(answer["added_emails"]) or "nobody")`
}

/** Makes the polls in a table. */
function pollProgram(base: string): string {
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
