import { expect, test } from 'vitest'
import { createWorld } from '../../test/world.ts'
import { tracesOf } from './traces.ts'

const world = await createWorld()

test.each([
  ['Al', 'Also Al (al…) and Hal met AL', 'Also […] and Hal met AL'],
  ['王伟', '会员王伟投票了', '会员[…]投票了'],
  ['Zora', 'Zoraさん、由Zora发起、وZora, Zoraé', '[…]さん、由[…]发起、و[…], Zoraé'],
  ['Zora', 'アドレスal@far.exampleと@alさん', 'アドレス[…]と@[…]さん'],
  ['Zora', '{"text":"Hi,\\nZora and\\nal@far.example"}', '{"text":"Hi,\\n[…] and\\n[…]"}'],
  ['A. (B) *', 'A. (B) * is A. (B) *!', '[…] is […]!'],
  ['Tom & Co', '<p>Tom &amp; Co</p>', '<p>[…]</p>'],
  ['Tom', '{"username":"al","title":"al"} @al @albert', '{"username":"[…]","title":"al"} @[…] @albert'],
  ['Tom "T" T', '{"name":"Tom \\"T\\" T"}', '{"name":"[…]"}'],
])('the name %s is found as it stands, and nothing else', async (name, text, without) => {
  const patterns = tracesOf({ name, username: 'al', email: 'al@far.example', other_names: [] })
  const {
    rows: [found],
  } = await world.db.pool.query('select without($1, $2) as left', [text, patterns])
  expect(found.left).toBe(without)
})
