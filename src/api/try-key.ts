import type { Permission } from '../keys/api-key.ts'

/** A terminal command that the key's permissions allow. */
export function tryKey(key: string, permissions: Permission[], base: string): string {
  const to = (path: string) => `curl -H 'Authorization: Bearer ${key}' ${base}/api/b1/${path}`
  const send = (path: string, body: object) =>
    `${to(path)} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  if (permissions.includes('read_memberships')) return to('memberships')
  if (permissions.includes('create_poll')) {
    return send('polls', { title: 'Shall we?', poll_type: 'proposal', options: ['agree', 'disagree'] })
  }
  if (permissions.includes('create_discussion')) return send('discussions', { title: 'A first thread' })
  if (permissions.includes('manage_memberships'))
    return send('memberships', { emails: ['someone@example.org'], dry_run: true })
  return to(permissions.includes('manage_webhooks') ? 'webhooks' : 'polls')
}
