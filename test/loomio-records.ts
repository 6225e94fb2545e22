/**
 * Makes lines of exports as Loomio's group pages offer them: one JSON object a line, {"table", "record"}, its
 * records with the columns of Loomio's tables.
 */

export type Entry = { table: string; record: Record<string, unknown> }

const START = Date.parse('2024-03-01T09:00:00Z')
const MINUTE = 60_000

/** The time of the n-th thing that happens. */
export const timeOf = (place: number) => new Date(START + place * MINUTE).toISOString()

/** Public keys there: eight letters and digits. */
export const keyOf = (kind: string, id: number) => `${kind}${id.toString(36).padStart(7, '0')}`

export const lines = (entries: Entry[]): string =>
  entries.map(({ table, record }) => `${JSON.stringify({ table, record })}\n`).join('')

/** A source as `importLoomio` reads it. */
export function sourceOf(content: string | Buffer, chunk = 64 * 1024) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return {
    size: bytes.length,
    open: async function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
    },
  }
}

export function userRecord(id: number, more: Record<string, unknown> = {}): Entry {
  return {
    table: 'users',
    record: {
      id,
      email: `person${id}@tide.example`,
      name: `Person ${id}`,
      username: `person${id}`,
      key: keyOf('u', id),
      created_at: timeOf(0),
      updated_at: timeOf(0),
      deactivated_at: null,
      is_admin: false,
      avatar_kind: 'initials',
      time_zone: 'Pacific/Auckland',
      selected_locale: null,
      detected_locale: 'en',
      email_verified: true,
      bot: false,
      short_bio: '',
      short_bio_format: 'md',
      attachments: [],
      link_previews: [],
      experiences: {},
      ...more,
    },
  }
}

export function groupRecord(id: number, more: Record<string, unknown> = {}): Entry {
  return {
    table: 'groups',
    record: {
      id,
      name: `Tide ${id}`,
      full_name: `Tide ${id}`,
      handle: `tide-${id}`,
      key: keyOf('g', id),
      parent_id: null,
      creator_id: 1,
      description: '<p>We look after the <strong>shore</strong>.</p>',
      description_format: 'html',
      is_visible_to_public: false,
      archived_at: null,
      created_at: timeOf(0),
      updated_at: timeOf(0),
      memberships_count: 0,
      polls_count: 0,
      attachments: [],
      ...more,
    },
  }
}

export function membershipRecord(id: number, more: Record<string, unknown>): Entry {
  return {
    table: 'memberships',
    record: {
      id,
      group_id: 1,
      user_id: 1,
      inviter_id: 1,
      admin: false,
      title: null,
      accepted_at: timeOf(1),
      revoked_at: null,
      created_at: timeOf(1),
      updated_at: timeOf(1),
      volume: 2,
      ...more,
    },
  }
}

export function discussionRecord(id: number, more: Record<string, unknown> = {}): Entry {
  return {
    table: 'discussions',
    record: {
      id,
      author_id: 1,
      title: `Thread ${id}`,
      description: `What about *this*, number ${id}?`,
      description_format: 'md',
      key: keyOf('d', id),
      private: true,
      discarded_at: null,
      created_at: timeOf(10 + id),
      updated_at: timeOf(10 + id),
      tags: [],
      attachments: [],
      ...more,
    },
  }
}

export function commentRecord(id: number, more: Record<string, unknown> = {}): Entry {
  return {
    table: 'comments',
    record: {
      id,
      user_id: 1,
      body: `<p>Comment <em>${id}</em></p>`,
      body_format: 'html',
      parent_type: 'Discussion',
      parent_id: 1,
      discarded_at: null,
      discarded_by: null,
      edited_at: null,
      created_at: timeOf(1000 + id),
      updated_at: timeOf(1000 + id),
      attachments: [],
      ...more,
    },
  }
}

export function pollRecord(id: number, more: Record<string, unknown> = {}): Entry {
  return {
    table: 'polls',
    record: {
      id,
      author_id: 1,
      title: `Poll ${id}`,
      details: '<p>Why we ask.</p>',
      details_format: 'html',
      key: keyOf('p', id),
      poll_type: 'proposal',
      anonymous: false,
      hide_results: 'off',
      stance_reason_required: 'optional',
      notify_on_closing_soon: 'undecided_voters',
      specified_voters_only: false,
      voter_can_add_options: false,
      shuffle_options: false,
      multiple_choice: false,
      custom_fields: {},
      min_score: null,
      max_score: null,
      minimum_stance_choices: null,
      maximum_stance_choices: null,
      dots_per_person: null,
      agree_target: null,
      created_at: timeOf(500 + id),
      updated_at: timeOf(500 + id),
      closing_at: timeOf(9000 + id),
      closed_at: timeOf(9000 + id),
      discarded_at: null,
      stance_counts: [],
      voters_count: 0,
      tags: [],
      ...more,
    },
  }
}

export function optionRecord(
  id: number,
  poll_id: number,
  name: string,
  more: Record<string, unknown> = {},
): Entry {
  const rest = { icon: null, meaning: null, prompt: null, priority: id, total_score: 0, voter_scores: {} }
  return { table: 'poll_options', record: { id, poll_id, name, ...rest, ...more } }
}

export function stanceRecord(id: number, more: Record<string, unknown>): Entry {
  return {
    table: 'stances',
    record: {
      id,
      poll_id: 1,
      participant_id: 1,
      inviter_id: 1,
      reason: null,
      reason_format: 'html',
      latest: true,
      cast_at: timeOf(2000 + id),
      revoked_at: null,
      created_at: timeOf(2000),
      updated_at: timeOf(2000 + id),
      option_scores: {},
      ...more,
    },
  }
}

export const choiceRecord = (id: number, stance_id: number, poll_option_id: number, score = 1): Entry => ({
  table: 'stance_choices',
  record: { id, stance_id, poll_option_id, score, created_at: timeOf(2000), updated_at: timeOf(2000) },
})

export function outcomeRecord(id: number, more: Record<string, unknown> = {}): Entry {
  const written = { statement: '<p>We <strong>do</strong> it.</p>', statement_format: 'html' }
  const times = { created_at: timeOf(9500 + id), updated_at: timeOf(9500 + id), review_on: null }
  return {
    table: 'outcomes',
    record: {
      id,
      poll_id: id,
      author_id: 1,
      latest: true,
      poll_option_id: null,
      ...written,
      ...times,
      ...more,
    },
  }
}
