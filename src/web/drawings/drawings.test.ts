import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { inLanguage } from '../../locales/say.ts'
import { DotsPicture } from './dots-part.tsx'
import type { Line, Picture } from './picture.ts'
import { ScoresPicture } from './scores-part.tsx'
import { StackedPicture } from './stacked-part.tsx'

type Given = { score: number; average?: number; spread?: Line['spread']; people?: Line['people'] }

/** A picture of a poll with this type, these settings and this result. */
function pictureOf(poll: object, given: Record<string, Given>, voters: number, people = voters): Picture {
  const lines = Object.entries(given).map(([name, { score, average, spread, people }], place) => ({
    row: { option: { slot: place + 1, name }, score, average: average ?? null },
    label: name,
    words: `${score}`,
    badge: null,
    own: null,
    people: people ?? [],
    spread: spread ?? [],
  }))
  const rules = { thresholds: [], quorum_pct: null, no_block: false, closed_at: null }
  const whole = {
    voters,
    people,
    most: people,
    axis: `all ${people}`,
    brief: false,
  }
  return { poll: { ...rules, ...poll }, lines, ...whole } as unknown as Picture
}

const drawn = (Part: (props: { picture: Picture }) => ReturnType<typeof StackedPicture>, picture: Picture) =>
  renderToString(h(Part, { picture }))

describe('a proposal', () => {
  const POLL = { poll_type: 'proposal' }
  const VOTES = { agree: { score: 6 }, abstain: { score: 0 }, disagree: { score: 2 } }
  const threshold = (of: string) => ({ option: 'agree', percent: 50, of, at: 'least' })

  test('is one bar with a part for each position, as long as its votes', () => {
    const bar = drawn(StackedPicture, pictureOf(POLL, VOTES, 8))
    expect(bar).toContain('x="0%" width="75%"')
    expect(bar).toContain('x="75%" width="25%"')
  })

  test('has a sign in each part with room for it, and the number beside it if there is more', () => {
    const votes = { agree: { score: 29 }, abstain: { score: 5 }, disagree: { score: 4 } }
    const bar = drawn(StackedPicture, pictureOf(POLL, votes, 38))
    // Each, and the last one again for narrow screens.
    expect(bar.match(/class="on"/g)).toHaveLength(4)
    const numbers = [...bar.matchAll(/<text [^>]*>(\d+)<\/text>/g)].map(([, number]) => number)
    expect(numbers).toEqual(['29', '5', '4'])
    expect(bar).toMatch(/<g class="tight"><svg (?:(?!<\/g>).)*<\/svg><\/g>/)
    const few = { agree: { score: 94 }, abstain: { score: 5 }, disagree: { score: 1 } }
    const thin = drawn(StackedPicture, pictureOf(POLL, few, 100))
    // A sign does not fit there.
    expect(thin).toContain('<g class="tight"><text x="96.5%" y="24" text-anchor="middle">5</text></g>')
    expect(thin).not.toMatch(/<text [^>]*>1<\/text>/)
  })

  test('has its threshold marked where it is on the axis of those who voted', () => {
    const poll = { ...POLL, thresholds: [threshold('cast')] }
    const bar = drawn(StackedPicture, pictureOf(poll, VOTES, 8))
    expect(bar).toContain('<line x1="50%" x2="50%"')
    expect(bar).toContain('agree: at least 50%')
  })

  test('has no line of a threshold run through the sign and the number of a part', () => {
    const poll = { ...POLL, thresholds: [threshold('cast')] }
    const bar = drawn(StackedPicture, pictureOf(poll, { agree: { score: 8 } }, 8))
    const [, sign] = /<svg x="50%" y="(\d+)" width="16" height="16"/.exec(bar) ?? []
    const lines = [...bar.matchAll(/<line x1="50%" x2="50%" y1="(-?\d+)" y2="(\d+)"/g)]
    expect(lines).not.toHaveLength(0)
    for (const [, from, to] of lines) {
      expect(Number(to) < Number(sign) || Number(from) > Number(sign) + 16).toBe(true)
    }
  })

  test('has the lines of thresholds behind all their words, which cover them', () => {
    const thresholds = [threshold('cast'), { ...threshold('cast'), option: 'disagree', percent: 25 }]
    const bar = drawn(StackedPicture, pictureOf({ ...POLL, thresholds }, VOTES, 8))
    expect(bar.lastIndexOf('<line')).toBeLessThan(bar.indexOf('agree: at least 50%'))
    expect(bar).toContain('disagree: at least 25%')
  })

  test('has its parts and thresholds on an axis of all voters, if it is drawn on one', () => {
    const poll = { ...POLL, thresholds: [threshold('eligible')] }
    const bar = drawn(StackedPicture, pictureOf(poll, VOTES, 8, 16))
    expect(bar).toContain('all 16')
    expect(bar).toContain('x="0%" width="37.5%"')
    expect(bar).toContain('<line x1="50%" x2="50%"')
  })

  const called = (name: string) => ({ id: 0, name, shown: name })

  test('shows the initials of a name, and not of the letters that tell it from others', () => {
    const people = [
      { id: 7, name: null, shown: 'Unnamed person (#7)' },
      { id: 8, name: 'Ben', shown: 'Ben (#8)' },
    ]
    const faces = drawn(StackedPicture, pictureOf(POLL, { agree: { score: 2, people } }, 2))
    expect(faces).toContain('<i aria-hidden="true">?</i><bdi>Unnamed person (#7)</bdi>')
    expect(faces).toContain('<i aria-hidden="true">B</i><bdi>Ben (#8)</bdi>')
  })

  test('folds names if more than 30 voted', () => {
    const given = (count: number) => ({
      agree: {
        score: count,
        people: Array.from({ length: count }, (_, place) => called(`Person ${place}`)),
      },
    })
    expect(drawn(StackedPicture, pictureOf(POLL, given(30), 30))).toContain('class="faces bare"')
    const many = drawn(StackedPicture, pictureOf(POLL, given(31), 31))
    expect(many).toContain('<summary>Show the 31 names</summary>')
    expect(many).toContain('<bdi>Person 0</bdi>, <bdi>Person 1</bdi>')
    const japanese = () => drawn(StackedPicture, pictureOf(POLL, given(31), 31))
    expect(inLanguage('ja', japanese)).toContain('<bdi>Person 0</bdi>、<bdi>Person 1</bdi>')
    expect(drawn(StackedPicture, pictureOf(POLL, given(1), 31))).toContain('<summary>Show the name</summary>')
    expect(many).not.toContain('class="faces bare"')
  })
})

describe('scores', () => {
  const POLL = { poll_type: 'score', min_score: 1, max_score: 5 }

  test('show the average as a bar from zero, and a column for each score that was given', () => {
    const spread = [
      { score: 1, count: 1 },
      { score: 4, count: 3 },
    ]
    const markup = drawn(ScoresPicture, pictureOf(POLL, { Tin: { score: 13, average: 3.25, spread } }, 4))
    expect(markup).toContain('class="value" x="0%" width="65%"')
    expect(markup).toMatch(/<rect x="80%"[^>]* height="32"/)
    expect(markup).toMatch(/<rect x="20%"[^>]* height="11"/)
    expect(markup).toContain('aria-label="Scores of Tin: 1 from 1 voter; 4 from 3 voters"')
  })

  test('start at the right in Arabic, like its lines', () => {
    const spread = [{ score: 4, count: 3 }]
    const picture = pictureOf(POLL, { Tin: { score: 13, average: 3.25, spread } }, 4)
    const markup = inLanguage('ar', () => drawn(ScoresPicture, picture))
    expect(markup).toContain('class="value" x="35%" width="65%"')
    expect(markup).toMatch(/<rect x="20%"[^>]* height="32"/)
  })

  test('have large numbers as the reader’s language writes them', () => {
    const poll = { poll_type: 'score', min_score: 0, max_score: 10_000 }
    const spread = [{ score: 5_000, count: 1_200 }]
    const picture = pictureOf(poll, { Tin: { score: 6_000_000, average: 5_000, spread } }, 1_200)
    const markup = inLanguage('de', () => drawn(ScoresPicture, picture))
    expect(markup).toContain('>10.000</text>')
    expect(markup).toContain('>1.200</text>')
  })

  test('below zero go to the left of it', () => {
    const poll = { poll_type: 'score', min_score: -2, max_score: 2 }
    const markup = drawn(ScoresPicture, pictureOf(poll, { Tin: { score: -4, average: -1 } }, 4))
    expect(markup).toContain('class="value" x="25%" width="25%"')
  })
})

describe('dots', () => {
  const POLL = { poll_type: 'dot_vote' }

  test('are drawn in rows of twenty, with a gap after every five', () => {
    const markup = drawn(DotsPicture, pictureOf(POLL, { Fence: { score: 26 } }, 9))
    expect(markup).toContain('d="M7 7h285M7 21h77"')
  })

  test('are drawn as bars if there are too many to count', () => {
    const markup = drawn(DotsPicture, pictureOf(POLL, { Fence: { score: 201 } }, 90))
    expect(markup).toContain('class="bar other"')
  })
})
