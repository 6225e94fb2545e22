import type { Page } from 'playwright-core'
import { DESK, openSite, PHONE, type Site } from '../browser.ts'
import { openPost, type Post } from '../post.ts'
import type { Received } from '../smtp.ts'
import { addMembers, createWorld } from '../world.ts'

/** A group whose people were invited by mail, with a browser. */
export type Journey = {
  site: Site
  post: Post
  /** The cast, invited by mail. */
  people: number[]
  /**
   * The newest mail to this address whose subject starts with this: mails sent together arrive in any order.
   */
  mailTo(address: string, subject: string): Received | undefined
  /** The links in it. */
  linksIn(address: string, subject: string): string[]
}

export async function openJourney(): Promise<Journey> {
  const world = await createWorld()
  const people = await addMembers(world)
  const site = await openSite(world, { SMTP_URL: 'smtp://localhost' })
  const post = await openPost(world, site.url)
  await post.deliver()
  const mailTo: Journey['mailTo'] = (address, subject) =>
    post.smtp.received.findLast(
      ({ to, email }) => to.includes(address) && email.subject?.startsWith(subject) === true,
    )
  const linksIn: Journey['linksIn'] = (address, subject) =>
    mailTo(address, subject)?.email.text?.match(/http:\/\/localhost:\d+\/\S+/g) ?? []
  return { site, post, people, mailTo, linksIn }
}

/** The first words of the mails that journeys start from. */
export const MAILS = { ballot: 'Please vote', sign_in: 'Sign in' }

/** The browsers of journeys: a desktop with scripts, and a phone without. */
export const LOOKS = [
  { width: DESK, scripts: true },
  { width: PHONE, scripts: false },
]

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
