import type { VNode } from 'preact'
import { CHANGES_PATH, NOTICE_MONTHS } from '../../api/deprecations.ts'
import type { Chapter, Endpoint } from '../../api/document.ts'
import { KEY_VARIABLE } from '../../api/request-samples.ts'
import type { OwnGroup } from '../../groups/load-own-group.ts'
import { explain } from '../../http/problem.ts'
import { PERMISSION_WORDS, PERMISSIONS, type Permission } from '../../keys/api-key.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { ProblemTable } from './help-errors-page.tsx'

// Text that applies to every endpoint.

/** What a key is, how to get one and how to send it; `own`: the reader's group. */
export function Keys({ base, own }: { base: string; own: OwnGroup | null }): VNode {
  const handle = own?.handle ?? 'HANDLE'
  const key = `${own?.prefix ?? 'fmk_'}…`
  return (
    <section id="keys" class="stack">
      <h2>Your key</h2>
      <p>
        Every request carries an API key. A key belongs to one group and acts as a bot of that group: whatever
        the key makes, the bot is its author. It may read what the group talks of and decides, as a member
        sees it who has not voted, and do <a href="#permissions">what its permissions allow</a>. A key without
        any is read-only.
      </p>
      {own?.admin === true ? (
        <p>
          Make one on <a href={`/g/${own.handle}/keys`}>{`the page of ${own.name}’s API keys`}</a>
          {own.prefix === null ? '' : ` (the newest begins with ${own.prefix})`}, or on the machine that runs
          the service, and keep it in a variable of your shell:
        </p>
      ) : (
        <p>
          {own === null ? 'An admin' : `An admin of ${own.name}`} makes one on the group’s page of API keys,
          or on the machine that runs the service. Keep it in a variable of your shell:
        </p>
      )}
      <Example
        label="Terminal"
        text={`npx folkmoot key create --group ${handle} --name "My integration"\nexport ${KEY_VARIABLE}=${key}`}
      />
      <p>
        Send it as a header. Programs that cannot may send the field <code>api_key</code> in the body, or in
        the query of a GET; where it is sent twice, both must agree.
      </p>
      <Example label="Header" text={`Authorization: Bearer ${key}`} />
      <Example
        label="In the query"
        text={`curl -G ${base}/api/b1/memberships \\\n  --data-urlencode "api_key=$${KEY_VARIABLE}"`}
      />
    </section>
  )
}

/** The permissions of keys, and the calls that need each. */
export function Permissions({
  all,
  permissions,
}: {
  all: Chapter[]
  permissions: ReadonlyMap<string, Permission>
}): VNode {
  const calls = all.flatMap(({ endpoints }) => endpoints)
  return (
    <section id="permissions" class="stack">
      <h2>What a key may do</h2>
      <p>
        Every key may read. Whatever else it may do is chosen when it is made. These are all the permissions
        there are:
      </p>
      <table class="fields">
        <caption>Permissions</caption>
        <tbody>
          {PERMISSIONS.map((permission) => (
            <tr key={permission}>
              <th scope="row">
                <code>{permission}</code>
              </th>
              <td>
                {PERMISSION_WORDS[permission]}
                <p class="small">
                  <Calls of={calls.filter(({ id }) => permissions.get(id) === permission)} />
                </p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Calls({ of }: { of: Endpoint[] }): VNode {
  return (
    <>
      {of.map(({ id, operation }, at) => (
        <>
          {at > 0 && ' · '}
          <a href={`#${id}`}>{operation.summary ?? id}</a>
        </>
      ))}
    </>
  )
}

/** How the API changes, and how programs are notified. */
export function Future(): VNode {
  return (
    <section id="future" class="stack">
      <h2>Changes</h2>
      <p>
        Things are added to this interface at any time, so leave aside what your program does not know. What
        has to go is deprecated first, told in the headers of answers, and goes on working for {NOTICE_MONTHS}{' '}
        months: <a href={CHANGES_PATH}>what changed, and what is on its way out</a>.
      </p>
    </section>
  )
}

/** How bodies are encoded, and what happens to unknown fields. */
export function Requests(): VNode {
  return (
    <section id="requests" class="stack">
      <h2>Requests</h2>
      <p>
        A body is JSON or a form (<code>application/x-www-form-urlencoded</code> or{' '}
        <code>multipart/form-data</code>), of at most 1 MiB, in UTF-8. In forms a list is{' '}
        <code>options[]=a&amp;options[]=b</code> (in JSON, too, <code>options[]</code> is <code>options</code>
        ), a yes or no is <code>true</code> or <code>false</code>, and an empty value stands for null.
      </p>
      <p>
        A field that nobody knows is left aside and named in the answer’s header{' '}
        <code>Folkmoot-Ignored-Fields</code>, so that a slip in its name can be seen. Times are ISO 8601;
        without a zone they are UTC.
      </p>
    </section>
  )
}

/** How to retry a POST without doing it twice. */
export function Repeating(): VNode {
  return (
    <section id="repeating" class="stack">
      <h2>Sending a request again</h2>
      <p>
        When no answer came, send the POST again with the same <code>Idempotency-Key</code> header as before:
        any text of your own, up to 255 characters, new for each different request. Within 24 hours the same
        key and body get the first answer again, and nothing is done twice. The same key with another body is
        refused with 422, and with 409 while the first request is still running.
      </p>
      <Example label="Header" text="Idempotency-Key: 2f6a1c52-paint-the-hall" />
    </section>
  )
}

/** How many requests a key may make; `per_minute` 0: no limit. */
export function Limits({ per_minute }: { per_minute: number }): VNode {
  return (
    <section id="limits" class="stack">
      <h2>Limits</h2>
      {per_minute === 0 ? (
        <p>This service sets no limit to the number of requests.</p>
      ) : (
        <p>
          {`A key may send ${new Intl.NumberFormat('en').format(per_minute)} requests a minute. `}Every answer
          tells what is left, in the headers <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code>{' '}
          and <code>RateLimit-Reset</code> (seconds). Above it the answer is 429 with <code>Retry-After</code>
          .
        </p>
      )}
      <p>
        People new to this service are counted by the hour, for each key and for all keys of a group together,
        and comments by the minute. Who names more is answered with 429{' '}
        <a href="/help/errors/invites_limited">
          <code>invites_limited</code>
        </a>{' '}
        or <code>too_many_attempts</code>, and nothing is done: <code>allowance</code> says how many are left,
        and <code>Retry-After</code> when there are more. The first call of Manage memberships in an hour may
        name any number; its mails are sent little by little.
      </p>
    </section>
  )
}

/** The body of a failed response, and every error code. */
export function Errors({ base }: { base: string }): VNode {
  const { title, status } = explain('invalid')
  const problem = {
    type: `${base}/help/errors/invalid`,
    title,
    status,
    code: 'invalid',
    error: "Title can't be blank",
    errors: { title: ["can't be blank"] },
    request_id: '0d4f8f0e-6a52-4f0c-9a55-2b8f7c1f2a10',
  }
  return (
    <section id="errors" class="stack">
      <h2>Errors</h2>
      <p>
        A request that fails did nothing. Its answer is a problem document (RFC 9457): <code>code</code> is
        for programs, <code>error</code> for people, and <code>errors</code> names every field that is wrong,
        all at once.
      </p>
      <Example label="Answer" text={JSON.stringify(problem, null, 2)} />
      <ProblemTable />
    </section>
  )
}
