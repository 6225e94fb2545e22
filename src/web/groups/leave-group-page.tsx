import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid, type Problem } from '../../errors.ts'
import { isOnlyAdmin } from '../../groups/group.ts'
import { loadServiceRole, NO_SERVICE, type ServiceRole } from '../../groups/service/load-instance-admin.ts'
import { sentences, t } from '../../locales/say.ts'
import { removeMember } from '../../members/remove-member.ts'
import { Faults } from '../parts/form-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { ConfirmField, requireConfirmed } from '../visits/confirm-part.tsx'
import { doneAddress } from '../visits/done-part.tsx'
import { changeInGroup, type Entry, enterGroup, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame, nameOf } from '../visits/group-frame-part.tsx'
import { leavingWords } from './member-words.ts'

const INVALID = 422

export const leaveGroupPage = groupPage({
  path: '/g/:handle/leave',
  may: 'read',
  tab: { under: '/g/:handle' },
  show: showLeaving,
  acts: { '/g/:handle/leave': leaveGroup },
})

/** GET /g/HANDLE/leave: what follows for a member who leaves the group. */
async function showLeaving(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  return sendLeaving(exchange, entry, [])
}

async function sendLeaving(exchange: Exchange, entry: Entry, problems: Problem[]): Promise<FastifyReply> {
  const { membership } = entry.visit
  const service = membership.admin ? await loadServiceRole(exchange.services.db.pool, membership) : NO_SERVICE
  const page = <LeavingPage {...{ entry, problems, service }} />
  return sendPage(exchange, page, problems.length > 0 ? INVALID : 200)
}

/** POST /g/HANDLE/leave: removes the visitor from the group, if the box is ticked. */
async function leaveGroup(exchange: GroupExchange): Promise<FastifyReply> {
  try {
    await changeInGroup(exchange, async (act, { visit: { membership } }) => {
      requireConfirmed(exchange)
      await removeMember(act, { group_id: membership.group_id, membership_id: membership.id })
      return null
    })
    return exchange.reply.redirect(doneAddress('/', 'group_left'), 303)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendLeaving(exchange, await enterGroup(exchange), error.problems)
  }
}

type Props = { entry: Entry; problems: Problem[]; service: ServiceRole }

function LeavingPage({ entry, problems, service }: Props): VNode {
  const { in_group, membership, subgroups } = entry.visit
  return (
    <GroupFrame entry={entry} title={t('leaving.title')} invites={false}>
      {isOnlyAdmin(membership, in_group.counts.admin_memberships) ? (
        <p>{t('leaving.only_admin')}</p>
      ) : (
        <>
          <Faults problems={problems} labels={{ confirm: t('form.the_box') }} />
          <p>{leavingWords(in_group.group)}</p>
          {subgroups.length > 0 && (
            <p>{t('leaving.subgroups', { names: subgroups.map(({ name }) => name) })}</p>
          )}
          {service.loses && (
            <p class="note">{sentences([t('member.admins_run_service'), t('member.stops_service')])}</p>
          )}
          <PostForm action={`/g/${entry.handle}/leave`} class="stack" novalidate>
            <Once />
            <ConfirmField
              form={{ values: {}, problems }}
              label={t('leaving.confirm', { group: nameOf(entry.visit) })}
            />
            <button class="button" type="submit">
              {t('leaving.title')}
            </button>
          </PostForm>
        </>
      )}
    </GroupFrame>
  )
}
