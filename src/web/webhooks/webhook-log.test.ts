import { expect, test } from 'vitest'
import { openGroupWorld } from '../../../test/group-web.ts'
import { answering, makeWebhook, openMessenger, startReceiver } from '../../../test/receiver.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'

const at = await openGroupWorld({ OUTBOUND_ALLOW: '127.0.0.1' })
const via = openMessenger(at.world)
const receiver = await startReceiver()

test('the page of a webhook names the poll or thread of each delivery, and why deliveries fail', async () => {
  const { id } = await makeWebhook(at.world, { url: receiver.url })
  receiver.answer = answering(500)
  await makePoll(at.world)
  await makeThread(at.world, {}, 'Bikes & bells')
  await via.deliver()
  const { body } = await at.get(`/g/mill-lane/webhooks/${id}`, 'ada')
  expect(body).toContain('A poll is started · <bdi>A second bike shed</bdi></a>')
  expect(body).toContain('A thread is started · <bdi>Bikes &amp; bells</bdi></a>')
  expect(body).toMatch(/Failing since .*<\/time>: answered with 500<\/dd>/)
  expect((await at.get('/g/mill-lane/webhooks', 'ada')).body).toContain('answered with 500')
})

test('the preview of invitations writes a domain in other letters as mail servers accept it, and asks nobody to type that', async () => {
  const emails = 'Eve <eve@exämple.org>، ken@x.exampleと'
  const { body } = await at.post('/g/mill-lane/invite', 'ada', { emails })
  expect(body).toContain('Eve &lt;eve@xn--exmple-cua.org>')
  expect(body).toMatch(/<li><bdi>ken@x.exampleと<\/bdi><\/li>/)
})
