import { expect, test } from 'vitest'
import { concernLines, concernsOf, factsOf, type Status, span } from './status.ts'

const WELL: Status = {
  postgresql: '18.4',
  bytes: 9_000_000,
  groups: 1,
  people: 5,
  polls: 3,
  open_polls: 1,
  failed_mails: 0,
  untried_mails_s: 0,
  failing_webhooks: 0,
  missing_keys: 0,
  events_set_aside: 0,
  connections: 3,
  schema_version: 12,
  queues: [
    { queue: 'closings', waiting: 1, oldest_s: 0.4 },
    { queue: 'mails', waiting: 2, oldest_s: 1_000 },
  ],
  sends_mail: true,
  refused_mails: { mails: 0, last_error: null },
}

const toldOf = (status: Status) => concernsOf(status).map((one) => concernLines(one).join(' '))

test('a service without problems reports none', () => {
  expect(concernsOf(WELL)).toEqual([])
})

test.each([
  [{ connections: 0 }, /No service is running/],
  [
    { queues: [{ queue: 'closings', waiting: 2, oldest_s: 90 }] },
    /^polls to close: 2 waiting, the oldest for 90 s\. The service’s log shows why\.$/,
  ],
  [
    { queues: [{ queue: 'mails', waiting: 2, oldest_s: 7_300 }] },
    /the oldest for 2 hours\. To see them: npx folkmoot mail list --status waiting$/,
  ],
  [{ failed_mails: 3 }, /in the last day: 3\. To see them: npx folkmoot mail list --status failed$/],
  [{ failing_webhooks: 1 }, /deliveries fail: 1\. To see them: npx folkmoot webhook list$/],
  [
    { events_set_aside: 2 },
    /: 2\. To see them: npx folkmoot event list To retry them: npx folkmoot event retry$/,
  ],
])('%j is reported', (change, words) => {
  expect(toldOf({ ...WELL, ...change })).toEqual([expect.stringMatching(words)])
})

test('the log of a service that is stopped is not said to show why work waits', () => {
  const queues = [{ queue: 'events', waiting: 1, oldest_s: 360 }]
  expect(toldOf({ ...WELL, queues, connections: 0 })).toEqual([
    expect.stringMatching(/No service is running/),
    expect.stringMatching(/: 1 waiting, the oldest for 6 minutes\.?$/),
  ])
})

test('mails that wait for the configuration of a mail server are reported once, with their place', () => {
  const queues = [{ queue: 'mails', waiting: 2, oldest_s: 900_000 }]
  expect(toldOf({ ...WELL, queues, sends_mail: false })).toEqual([
    expect.stringMatching(/SMTP_URL is not set: 2\. To see them: npx folkmoot mail list --status waiting/),
  ])
  const none = [{ queue: 'mails', waiting: 0, oldest_s: 0 }]
  expect(concernsOf({ ...WELL, queues: none, sends_mail: false })).toEqual([])
})

test('mails that were refused for good are not called sent', () => {
  const wordsOf = (failed_mails: number) =>
    factsOf({ ...WELL, sends_mail: true, failed_mails }).find(([name]) => name === 'Email')?.[1]
  expect([0, 2].map(wordsOf)).toEqual([
    'is being sent',
    'is passed to the mail server, which rejected some emails in the last day',
  ])
})

test('mails that the mail server does not accept are reported once, with its words and their place', () => {
  const refused_mails = { mails: 4, last_error: 'connect ECONNREFUSED 127.0.0.1:25' }
  const queues = [{ queue: 'mails', waiting: 6, oldest_s: 7_300 }]
  for (const sends_mail of [true, null, 'unlikely' as const])
    expect(toldOf({ ...WELL, queues, sends_mail, refused_mails })).toEqual([
      'Emails not sent yet (the service will keep trying): 4. Last error: connect ECONNREFUSED 127.0.0.1:25 ' +
        'To see them: npx folkmoot mail list --status waiting',
    ])
  const mail = (status: Status) => factsOf(status).find(([name]) => name === 'Email')?.[1]
  expect([mail(WELL), mail({ ...WELL, refused_mails })]).toEqual([
    'is being sent',
    'cannot be sent at the moment',
  ])
  expect(toldOf({ ...WELL, queues, sends_mail: false, refused_mails })).toEqual([
    expect.stringMatching(/SMTP_URL is not set: 6/),
  ])
})

test('if it is unknown whether mails are sent, mails that wait for half a minute are reported', () => {
  const concerns = (oldest_s: number) =>
    concernsOf({
      ...WELL,
      queues: [{ queue: 'mails', waiting: 1, oldest_s }],
      untried_mails_s: oldest_s,
      sends_mail: null,
    }).map(({ words }) => words)
  expect(concerns(7_300)).toEqual([
    'emails to send: 1 waiting, the oldest for 2 hours. Without SMTP_URL the service keeps them.',
  ])
  expect(concerns(240)).toEqual([
    'emails to send: 1 waiting, the oldest for 4 minutes. Without SMTP_URL the service keeps them.',
  ])
  expect(concerns(31)).toEqual([
    'emails to send: 1 waiting, the oldest for 31 s. Without SMTP_URL the service keeps them.',
  ])
  expect(concerns(29)).toEqual([])
})

test('if the command has no mail server either, emails that wait are reported at once', () => {
  const toldWith = (waiting: number) => {
    const oldest_s = waiting === 0 ? 0 : 3
    const queues = [{ queue: 'mails', waiting, oldest_s }]
    return toldOf({ ...WELL, queues, untried_mails_s: oldest_s, sends_mail: 'unlikely' as const })
  }
  expect(toldWith(0)).toEqual([])
  expect(toldWith(2)).toEqual([
    'emails to send: 2 waiting, the oldest for 3 s. Without SMTP_URL the service keeps them. ' +
      'To see them: npx folkmoot mail list --status waiting',
  ])
})

test('emails that were tried are not kept for lack of a mail server, whatever the command knows', () => {
  const toldAfter = (oldest_s: number) =>
    (['unlikely', null, true] as const).map((sends_mail) =>
      toldOf({ ...WELL, queues: [{ queue: 'mails', waiting: 2, oldest_s }], sends_mail }),
    )
  expect(toldAfter(240)).toEqual([[], [], []])
  const late = [expect.stringMatching(/^emails to send: 2 waiting, the oldest for 2 hours\. To see them:/)]
  expect(toldAfter(7_300)).toEqual([late, late, late])
})

test('a duration is in the largest unit that fits', () => {
  expect([3.7, 119, 120, 7_199, 7_200, 200_000].map(span)).toEqual([
    '3 s',
    '119 s',
    '2 minutes',
    '119 minutes',
    '2 hours',
    '2 days',
  ])
})
