import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid, type Problem } from '../../errors.ts'
import { createGroup } from '../../groups/create-group.ts'
import { editGroup } from '../../groups/edit-group.ts'
import type { Fields } from '../../http/forms.ts'
import { sentences, t } from '../../locales/say.ts'
import { AsShown, ChangedMeanwhile, keepLaterEdits } from '../edits/as-shown-part.tsx'
import { AreaField, Faults, type FormState, LineField, SelectField, TickField } from '../parts/form-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { doneAddress, savedIf } from '../visits/done-part.tsx'
import {
  changeInGroup,
  type Entry,
  editInGroup,
  enterGroup,
  type GroupExchange,
  groupPage,
} from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { languageChoices } from '../words/language-part.tsx'
import { rich } from '../words/rich.tsx'

const INVALID = 422

export const settingsPage = groupPage({
  path: '/g/:handle/settings',
  may: 'administer',
  tab: { label: 'group.tab_settings' },
  show: showSettings,
  acts: {
    '/g/:handle/settings': saveSettings,
    '/g/:handle/subgroups': createSubgroup,
  },
})

/** GET /g/HANDLE/settings: the group's name and description, and the form for a subgroup. For admins. */
async function showSettings(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  return sendSettings(exchange, entry, {})
}

type Failed = { group?: FormState; subgroup?: FormState }

async function sendSettings(exchange: Exchange, entry: Entry, failed: Failed): Promise<FastifyReply> {
  const group = failed.group ?? { values: storedValues(entry), problems: [] }
  const subgroup = failed.subgroup ?? { values: {}, problems: [] }
  const status = group.problems.length + subgroup.problems.length > 0 ? INVALID : 200
  return sendPage(exchange, <SettingsPage entry={entry} group={group} subgroup={subgroup} />, status)
}

function storedValues({ visit }: Entry) {
  const { name, description, locale, public: seen, indexed } = visit.in_group.group
  return {
    name,
    description: description ?? '',
    locale: locale ?? '',
    public: String(seen),
    indexed: String(indexed),
  }
}

/** POST /g/HANDLE/settings */
async function saveSettings(exchange: GroupExchange): Promise<FastifyReply> {
  const sent = formOf(exchange)
  try {
    const to = await editInGroup(exchange, async (act, entry) => {
      const { fields, problems } = keepLaterEdits(sent, storedValues(entry))
      const description = textOf(fields, 'description')
      const edited = await editGroup(act, {
        id: entry.visit.in_group.group.id,
        name: textOf(fields, 'name').trim(),
        description: description.trim() === '' ? null : description,
        locale: textOf(fields, 'locale') || null,
        public: fields['public'] === 'true',
        indexed: fields['indexed'] === 'true',
        problems,
      })
      return doneAddress(`/g/${entry.handle}/settings`, await savedIf(exchange, act, edited))
    })
    return exchange.reply.redirect(to, 303)
  } catch (error) {
    const entry = await enterGroup(exchange)
    const values = keepLaterEdits(sent, storedValues(entry)).fields
    return sendSettings(exchange, entry, { group: failedWith(error, values) })
  }
}

/** POST /g/HANDLE/subgroups: makes a subgroup; its creator is its first admin. */
async function createSubgroup(exchange: GroupExchange): Promise<FastifyReply> {
  const fields = formOf(exchange)
  try {
    const { group } = await changeInGroup(exchange, (act, { viewer, handle }) =>
      createGroup(act, {
        name: textOf(fields, 'sub_name').trim(),
        handle: textOf(fields, 'sub_handle').trim(),
        admin_email: viewer.email ?? '',
        parent_handle: handle,
      }),
    )
    return exchange.reply.redirect(`/g/${group.handle}`, 303)
  } catch (error) {
    const { values, problems } = failedWith(error, fields)
    return sendSettings(exchange, await enterGroup(exchange), {
      subgroup: { values, problems: problems.map(ofSubgroup) },
    })
  }
}

/** What was typed, and what is wrong with it. Rethrows other errors. */
function failedWith(error: unknown, values: Fields): FormState {
  if (!(error instanceof Invalid)) throw error
  return { values, problems: error.problems }
}

function ofSubgroup(problem: Problem): Problem {
  return { ...problem, field: `sub_${problem.field}` }
}

const labels = () => ({
  name: t('form.name'),
  description: t('form.description'),
  locale: t('group.language'),
  sub_name: t('form.name'),
  sub_handle: t('sign_in.handle'),
})

function SettingsPage({
  entry,
  group,
  subgroup,
}: {
  entry: Entry
  group: FormState
  subgroup: FormState
}): VNode {
  const { handle, visit } = entry
  return (
    <GroupFrame entry={entry} title={t('group.tab_settings')}>
      <Faults problems={[...group.problems, ...subgroup.problems]} labels={labels()} />
      <ChangedMeanwhile problems={group.problems} href={`/g/${handle}/settings`} />
      <PostForm action={`/g/${handle}/settings`} class="stack" novalidate>
        <Once />
        <AsShown stored={storedValues(entry)} />
        <LineField
          form={group}
          name="name"
          label={t('form.name')}
          more={{ required: true, maxlength: 150 }}
        />
        <AreaField
          form={group}
          name="description"
          label={t('form.description')}
          hint={t('group.description_hint')}
        />
        <SelectField
          form={group}
          name="locale"
          label={t('group.language')}
          hint={t('group.language_hint')}
          choices={languageChoices(t('group.no_language'))}
          as_is
        />
        <TickField
          form={group}
          name="public"
          label={t('group.public')}
          hint={sentences([t('group.public_hint'), t('group.public_end')])}
        />
        <TickField form={group} name="indexed" label={t('group.indexed')} hint={t('group.indexed_hint')} />
        <button class="button" type="submit">
          {t('form.save')}
        </button>
      </PostForm>
      <p class="small quiet">{rich('group.address_stays', { handle: <code>{handle}</code> })} </p>
      {visit.in_group.parent === null && <Subgroup handle={handle} form={subgroup} />}
    </GroupFrame>
  )
}

function Subgroup({ handle, form }: { handle: string; form: FormState }): VNode {
  return (
    <section class="stack" aria-labelledby="subgroup">
      <h2 id="subgroup">{t('group.new_subgroup')}</h2>
      <p>{t('group.subgroup_about')} </p>
      <PostForm action={`/g/${handle}/subgroups`} class="stack" novalidate>
        <Once />
        <LineField
          form={form}
          name="sub_name"
          label={t('form.name')}
          more={{ required: true, maxlength: 150 }}
        />
        <LineField
          form={form}
          name="sub_handle"
          label={t('sign_in.handle')}
          hint={t('sign_in.handle_hint')}
          more={{ maxlength: 50, autocapitalize: 'none' }}
        />
        <button class="button plain" type="submit">
          {t('group.create_subgroup')}
        </button>
      </PostForm>
    </section>
  )
}
