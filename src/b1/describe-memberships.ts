import { reading } from './operations.ts'
import { PagingParams } from './params.ts'

/** How the members of the group stand in the document. */

const tag = 'Memberships'

export const LIST_MEMBERSHIPS = reading({
  id: 'listMemberships',
  tag,
  summary: 'List memberships',
  description:
    "The members of the key's group, pending ones too, by id. Permission: read_memberships. The key may also stand in a form-encoded body, also of a POST that names neither emails nor remove_absent.",
  query: PagingParams.properties,
  says: 'The memberships, with their users; meta.total counts all of them.',
})
