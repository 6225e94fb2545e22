const GROUP = 'mill-lane'
const LATER = '2098-01-01T10:00'
const ADDRESS = 'x@far.example'

/** Valid values for every form. */
export const FORMS: Record<string, Record<string, string>> = {
  '/p/:key/open': { closing_at: LATER },
  '/p/:key/options': { options: 'Coffee' },
  '/p/:key/outcome': { statement: 'So be it.' },
  '/p/:key/reopen': { closing_at: LATER },
  '/p/:key/invite': { emails: ADDRESS },
  '/p/:key/edit': { title: 'T' },
  '/d/:key/people': { emails: ADDRESS },
  '/d/:key/edit': { title: 'T' },
  '/d/:key/comments': { body: 'x', own_name: 'Somebody' },
  '/d/:key/comments/:id/edit': { body: 'x' },
  '/g/:handle/new-thread': { title: 'T' },
  '/g/:handle/invite': { emails: ADDRESS },
  '/g/:handle/keys': { name: 'K' },
  '/g/:handle/keys/:id/expiry': { expires: '2098-01-01' },
  '/g/:handle/join': { own_name: 'Somebody' },
  '/g/:handle/leave': { confirm: 'true' },
  '/g/:handle/members/:id/remove': { confirm: 'true' },
  '/g/:handle/keys/:id/revoke': { confirm: 'true' },
  '/g/:handle/webhooks/:id/remove': { confirm: 'true' },
  '/g/:handle/settings': { name: 'T' },
  '/new-poll': { group: GROUP, poll_type: 'count', title: 'T' },
  '/account/name': { name: 'T' },
  '/new-group': { name: 'T', handle: 'new-one' },
  '/service/groups': { name: 'T', handle: 't', admin_email: ADDRESS },
  '/service/groups/:id/delete': { name: 'Other' },
  '/sign-in': { address: ADDRESS },
  '/sign-in/with': { provider: 'acme' },
  '/sign-in/again/with': { provider: 'acme' },
  '/account/logins': { provider: 'acme' },
}
