/** What every mail has, in as few letters as possible. */
export const BARE_MAIL = {
  subject: 'S',
  preheader: 'P',
  group_name: 'G',
  heading: 'H',
  paragraphs: [],
  reason: 'R',
}
