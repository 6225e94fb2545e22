import type { VNode } from 'preact'
import { CHANGES_PATH, NOTICE_MONTHS } from '../../api/deprecations.ts'
import type { Chapter, Endpoint } from '../../api/document.ts'
import { KEY_VARIABLE } from '../../api/request-samples.ts'
import { Invalid, problem } from '../../errors.ts'
import type { OwnGroup } from '../../groups/load-own-group.ts'
import { problemDocument } from '../../http/problem.ts'
import { PERMISSION_WORDS, PERMISSIONS, type Permission } from '../../keys/api-key.ts'
import { MAX_SCORE } from '../../polls/poll.ts'
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
        Every request needs an API key. A key belongs to one group and acts as a bot of that group, which
        appears as the author of everything the key creates. It can read what the group discusses and decides,
        as seen by a member who has not voted, and do <a href="#permissions">what its permissions allow</a>. A
        key without permissions is read-only.
      </p>
      <p>
        A key follows one of two variants of this API. Variant A notifies the people named in a request,
        unless it says otherwise. Variant B notifies nobody unless the request asks for it; then it notifies
        everyone who gets a ballot. Choose A, unless your program was written for B.
      </p>
      {own?.admin === true ? (
        <p>
          Create one on <a href={`/g/${own.handle}/keys`}>{`${own.name}’s API keys page`}</a>
          {own.prefix === null ? '' : ` (one with permissions begins with ${own.prefix})`}, or on the machine
          that runs the service, and save it in a shell variable:
        </p>
      ) : (
        <p>
          {own === null ? 'An admin' : `An admin of ${own.name}`} can create one on the group’s API keys page,
          or on the machine that runs the service. Save it in a shell variable:
        </p>
      )}
      <Example
        label="Terminal"
        text={`npx folkmoot key create --group ${handle} --name "My integration"\nexport ${KEY_VARIABLE}=${key}`}
      />
      <p>
        Send it as a header. Programs that cannot set headers may send the field <code>api_key</code> in the
        body, or in the query. If it is sent twice, both must match.
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
      <h2>What a key can do</h2>
      <p>
        Every key can read. You choose its other permissions when you create it. These are all the
        permissions:
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
        We may add to this API at any time, so your program should ignore what it does not know. Features are
        deprecated before they are removed: response headers announce it, and they keep working for{' '}
        {NOTICE_MONTHS} months. See <a href={CHANGES_PATH}>what changed, and what is deprecated</a>.
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
        The request body is JSON or a form (<code>application/x-www-form-urlencoded</code> or{' '}
        <code>multipart/form-data</code>), at most 1 MiB, in UTF-8. In forms, a list is{' '}
        <code>options[]=a&amp;options[]=b</code> (in JSON, too, <code>options[]</code> means{' '}
        <code>options</code>), booleans are <code>true</code> or <code>false</code>, and an empty value means
        null.
      </p>
      <p>
        Unknown fields are ignored and named in the response header <code>Folkmoot-Ignored-Fields</code>, so
        that you can notice misspelled names. Times are ISO 8601, in UTC if they have no zone.
      </p>
    </section>
  )
}

/** How to retry a POST without doing it twice. */
export function Repeating(): VNode {
  return (
    <section id="repeating" class="stack">
      <h2>Retrying a request</h2>
      <p>
        If you get no response to a POST, send it again with the same <code>Idempotency-Key</code> header. The
        key can be any text of up to 255 characters, and must be different for each request. Within 24 hours,
        the same key and body return the first response again, and nothing is done twice. The same key with a
        different body returns 422, or 409 while the first request is still running.
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
        <p>This service does not limit the number of requests.</p>
      ) : (
        <p>
          {`A key can send ${new Intl.NumberFormat('en').format(per_minute)} requests per minute. `}The
          headers of every response say how many are left: <code>RateLimit-Limit</code>,{' '}
          <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> (seconds). Above the limit, the
          response is 429 with <code>Retry-After</code>.
        </p>
      )}
      <p>
        The number of people new to this service is limited per hour, for each key and for all keys of a group
        together, and the number of comments per minute. Requests above these limits get 429{' '}
        <a href="/help/errors/invites_limited">
          <code>invites_limited</code>
        </a>{' '}
        or <code>too_many_attempts</code>, and nothing is changed: <code>allowance</code> says how many are
        left, and <code>Retry-After</code> when more become available. The first call to Manage memberships in
        an hour can name any number of people; its emails are spread over time.
      </p>
    </section>
  )
}

/** The body of a failed response, and every error code. */
export function Errors({ base }: { base: string }): VNode {
  const refusal = new Invalid([
    problem('max_score', 'out_of_range', { least: 0, most: MAX_SCORE }),
    problem('title', 'blank'),
  ])
  const request_id = '0d4f8f0e-6a52-4f0c-9a55-2b8f7c1f2a10'
  const example = problemDocument(refusal, { public_url: base, request_id, language: 'en' })
  return (
    <section id="errors" class="stack">
      <h2>Errors</h2>
      <p>
        A failed request changes nothing. Its response is a problem document (RFC 9457): <code>code</code> is
        for programs, <code>error</code> for people, and <code>errors</code> lists all invalid fields.
      </p>
      <p>
        <code>problems</code> lists the same for programs: the <code>field</code>, the <code>code</code> of
        what is wrong with it, and the values in its message as <code>params</code>. Read the code, because
        messages may be reworded. <code>message</code> is in the language of <code>Accept-Language</code>,
        while <code>error</code> and <code>errors</code> are in English.
      </p>
      <Example label="Response" text={JSON.stringify(example, null, 2)} />
      <ProblemTable />
    </section>
  )
}
