import { beforeAll, describe, expect, test } from 'vitest'
import { mailed } from '../sign-in.ts'
import { button, type Journey, LOOKS, openJourney } from './journey.ts'

let at: Journey

beforeAll(async () => {
  at = await openJourney()
})

describe.each(LOOKS)('$width pixels wide, scripts: $scripts', (look) => {
  const makeLink = async (choice: string) => {
    const admin = await at.site.open(look, at.site.world.ada.id)
    await admin.goto(`${at.site.url}/g/mill-lane/members`)
    await admin.getByRole('link', { name: 'Invite by link' }).click()
    await admin.getByLabel(choice, { exact: false }).check()
    await button(admin, 'Create link').click()
    await admin.getByRole('img', { name: 'QR code of' }).waitFor()
    return { admin, link: await admin.getByLabel('Link', { exact: true }).inputValue() }
  }

  /** A stranger with the link, who has entered the code. */
  const comeIn = async (link: string, email: string, name: string) => {
    const phone = await at.site.open(look)
    await phone.goto(link)
    await phone.getByLabel('Your name').fill(name)
    await phone.getByLabel('Your email address').fill(email)
    await button(phone, 'Send code').click()
    await phone.getByText('We sent a code to').waitFor()
    await mailed(at.site.world, at.post)
    const mail = at.post.smtp.received.findLast(({ to }) => to.includes(email))
    const code = /code [^:]*: (\d{3} \d{3})/.exec(mail?.email.text ?? '')?.[1] ?? ''
    await phone.getByLabel('Code', { exact: true }).fill(code)
    await button(phone, 'Confirm address').click()
    return phone
  }

  test('a stranger joins at once by the link and a mailed code', async () => {
    const { admin, link } = await makeLink('join immediately')
    const phone = await comeIn(link, `nina${look.width}@far.example`, 'Nina Oak')
    await phone.getByText('You joined Mill Lane Co-op.').waitFor()
    await admin.getByRole('link', { name: 'All links' }).click()
    await admin.getByText('Joined: 1').first().waitFor()
  })

  test('a stranger sends a request, an admin approves it, and the person gets a mail with a link', async () => {
    const { admin, link } = await makeLink('ask first')
    const email = `omar${look.width}@far.example`
    const phone = await comeIn(link, email, 'Omar Reed')
    await phone.getByText('Your request is waiting').first().waitFor()
    await admin.goto(`${at.site.url}/g/mill-lane/members`)
    await admin.getByRole('link', { name: 'One request to join is waiting' }).click()
    await button(admin, 'Approve Omar Reed').click()
    await admin.getByText('Request approved').waitFor()
    await at.post.deliver()
    const [open = ''] = at.linksIn(email, 'Welcome to')
    await phone.goto(open)
    await phone.getByRole('heading', { name: 'Mill Lane Co-op' }).first().waitFor()
    expect(phone.url()).toContain('/g/mill-lane')
  })
})
