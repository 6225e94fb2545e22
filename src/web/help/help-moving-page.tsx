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
  'How a group moves in from Loomio, what programs find unchanged, and how members and polls come along.'

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
    { id: 'other', title: 'What to look at', text: <Other /> },
    { id: 'members', title: 'Members from a list', text: <Members base={base} /> },
    { id: 'polls', title: 'Polls from a table', text: <Polls base={base} /> },
    { id: 'left', title: 'What does not come along', text: <LeftBehind /> },
  ]
}

function Loomio(): VNode {
  return (
    <>
      <p>
        In Loomio, an admin of the group opens its settings and exports the group’s data as JSON. Whoever runs
        this service uploads the file under <a href="/service/import">Import</a>, or uses the command line. It
        is checked first; the report names what would come and what would not, with the line in the file.
      </p>
      <Example label="On the command line" text={LOOMIO_COMMANDS} />
      <p>What comes:</p>
      <ul>
        <li>Groups and subgroups, private ones at first. A handle that is taken here gets a number.</li>
        <li>
          People, by their email address: whoever has an account here keeps it as it is, others get one that
          they open by signing in. Members keep their role as admins. Nobody becomes an admin of this service.
        </li>
        <li>
          Threads with their comments, in their order and with their times. Replies stand one level deep.
          Threads and polls keep their key, so <code>/d/KEY</code> and <code>/p/KEY</code> go on working under
          this address.
        </li>
        <li>
          Closed polls with their votes, reasons and outcomes. Sense checks and proposals with words of their
          own become a choice of one option; single transferable votes become ranked choices counted the same
          way; a question becomes comments.
        </li>
        <li>
          Anonymous polls are sealed: their votes come without names, and without reasons. Polls that are not
          closed come as drafts without votes, which somebody opens here.
        </li>
      </ul>
      <p>
        Everything that came says so on its page and in the history of the group. The results of such polls
        are not signed, because this service did not conduct the vote. Nobody gets a mail or a notice, and no
        webhook is called.
      </p>
      <p>
        Tags, reactions, tasks, templates, guests of threads, earlier versions of votes and texts, and files
        do not come; the report lists them, files with their former address. An import that runs again, with
        the same or a newer file, adds only what is new.
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
        An admin makes the key on the group’s page of API keys, or with <code>npx folkmoot key create</code>.
        There are two dialects of b1, and each key speaks one. In variant A, who is named in a request is
        told; in variant B nobody is, unless <code>notify_recipients</code> is true. Choose the one your
        program was written for; if in doubt, A.
      </p>
    </>
  )
}

function Same(): VNode {
  return (
    <ul>
      <li>Addresses, methods and names of fields; bodies as JSON or as forms.</li>
      <li>
        The key in the field <code>api_key</code>, of the body or the query. The header{' '}
        <code>Authorization: Bearer</code> is better: addresses end up in logs.
      </li>
      <li>Answers: 200, with one object of lists in which every list and every field is always there.</li>
      <li>
        The odd ones too: a form POST to <code>memberships</code> that holds nothing but the key lists them,
        and <code>hide_results_until_closed</code> is understood.
      </li>
      <li>
        Webhooks send <code>kind</code> and the <code>url</code> of the page in question.
      </li>
    </ul>
  )
}

function Other(): VNode {
  return (
    <ul>
      <li>
        Ids and keys of records are new. A program that has kept some starts with none, or finds them anew by
        title.
      </li>
      <li>
        A failed request answers with a status of 400 or more and says why:{' '}
        <a href="/help/api#errors">Errors</a>. A success never holds <code>errors</code>. Wrong values that
        were passed over elsewhere are refused here with 422, all of them at once.
      </li>
      <li>
        Unknown fields are left aside, as elsewhere, and named in the header{' '}
        <code>Folkmoot-Ignored-Fields</code>: look at it once.
      </li>
      <li>
        A proposal’s options are of agree, disagree, abstain and block; other words make a poll of the type{' '}
        <code>poll</code>.
      </li>
      <li>
        While results are hidden they are null, not 0, for programs too. Of anonymous polls nothing ever says
        who chose what.
      </li>
      <li>Addresses of people are told only to keys that may read the list of members, and only there.</li>
      <li>What a key makes has the key’s bot as its author. A bot has no vote, and is no member.</li>
      <li>
        The number of requests a minute is limited: <a href="/help/api#limits">Limits</a>.
      </li>
    </ul>
  )
}

function Members({ base }: { base: string }): VNode {
  return (
    <>
      <p>
        Export the members of your present service as a CSV file with a column <code>email</code>. This
        program invites everyone in it: each gets one mail, and joins with one click. Addresses that are in
        the group already are left alone, so it can run again. The key needs the permission{' '}
        <code>manage_memberships</code>.
      </p>
      <Example label="invite.py" text={inviteProgram(base)} tall />
      <p>
        With <code>"dry_run": True</code> in the body it only says whom it would invite. A few addresses can
        also be pasted into the group’s page of invitations.
      </p>
    </>
  )
}

function Polls({ base }: { base: string }): VNode {
  return (
    <>
      <p>
        A table <code>polls.csv</code> with the columns <code>title</code>, <code>poll_type</code>,{' '}
        <code>options</code> (with | between them), <code>details</code> and <code>closing_at</code> becomes
        polls. Types are {POLL_TYPE_NAMES.join(', ')}. Where <code>closing_at</code> is empty the poll is a
        draft, which you can look at before you open it. The key needs the permission <code>create_poll</code>
        .
      </p>
      <Example label="polls.py" text={pollProgram(base)} tall />
      <p>
        The header <code>Idempotency-Key</code> lets the program run again within a day, after a lost
        connection say, without making a poll twice.
      </p>
    </>
  )
}

function LeftBehind(): VNode {
  return (
    <>
      <p>
        Votes that were cast elsewhere come along only with an export of <a href="#loomio">Loomio</a>, as part
        of closed polls, and their results are not signed here. Let open votes run to their end where they
        are, or ask again.
      </p>
      <p>
        There is no import of old threads, comments or files either. Keep the export of your old service, and
        start a thread that says where it lies and what was decided; what still holds can be put down as its
        text.
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
