import { groupStateOf } from '../groups/group-state.ts'

/** The facts of a key found by the SHA-256 of its text; \`:hash\` is the parameter. */
export const KEY_FACTS = `(select json_build_object(
    'id', k.id, 'group_id', k.group_id, 'bot_user_id', k.bot_user_id, 'issuer_id', k.issuer_id, 'name', k.name,
    'variant', k.variant, 'permissions', k.permissions, 'guard', k.guard, 'expires_at', k.expires_at,
    'revoked_at', k.revoked_at, 'last_used_on', k.last_used_on, 'secret_expires_at', s.expires_at,
    'group_state', (select ${groupStateOf('g')} from groups g where g.id = k.group_id))
  from key_secrets s join api_keys k on k.id = s.api_key_id where s.hash = :hash)`
