import { beforeAll, describe, expect, it } from 'vitest'
import { decide, openDisputes, reason, reject, work } from '../support/disputes.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { look, matterWords, titleOf } from '../support/pages.ts'

/* Somebody who holds a printed report, and has no account, reads by its code how it stands. */

const world = await joinWorld()
const { live, reviewers, approved } = await openDisputes(world)

describe('the code of a report', () => {
  let visit: Awaited<ReturnType<typeof approved>>
  let first: string

  /** The address that the report shows, once its end is told. */
  const checkAddress = (): Promise<string> =>
    eventually(async () => {
      const { status, body } = await live.get(`${visit.path}/report`)
      return status === 200 ? /http\S+\/v1\/reports\/[\w.-]+/.exec(body)?.[0] : undefined
    }, 'the report')

  beforeAll(async () => {
    visit = await approved()
    first = await checkAddress()
  })

  it('says that it is valid and how it ended, and names nobody and no place', async () => {
    const page = await look(first)
    expect([page.status, titleOf(page)]).toEqual([200, 'This report is valid'])
    const facts = [...page.text.matchAll(/<dt>([^<]+)<\/dt><dd><bdi>([^<]+)</g)].map(([, ...fact]) => fact)
    expect(facts).toEqual([
      ['Report', 'Address verification'],
      ['Verification', `${visit.id}`],
      ['Result', 'Confirmed'],
      ['Ended', expect.stringMatching(/ WAT \(/)],
    ])
    expect(page.text).not.toMatch(matterWords)
    expect(page.text).not.toContain('Disputed Road')
    expect([page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([
      'no-store',
      'noindex, nofollow, noarchive',
    ])
    expect(await checkAddress()).toBe(first)
  })

  it('is nobody’s to make up: another letter, another revision, another mode and none are unknown', async () => {
    const last = first.at(-1) === 'A' ? 'B' : 'A'
    const forged = [
      `${first.slice(0, -1)}${last}`,
      first.replace(/\.1\.(?=[\w-]{22}$)/, '.2.'),
      first.replace('/l.', '/t.'),
      first.slice(0, -3),
      `${world.url}/v1/reports/${visit.id}`,
    ]
    expect(new Set(forged).size).toBe(5)
    expect(forged).not.toContain(first)
    for (const address of forged) {
      const page = await look(address)
      expect([address, page.status, titleOf(page)]).toEqual([address, 404, 'We know no such report'])
      expect(page.text).not.toContain(`${visit.id}`)
    }
  })

  it('says that it is disputed, and once another decision came of that, by which revision it is superseded', async () => {
    expect((await live.post(`${visit.path}/dispute`, reason)).status).toBe(201)
    expect(titleOf(await look(first))).toBe('This report is disputed')
    const [, second, third] = reviewers
    await eventually(
      async () => (await second!.post(work(visit.disputed, '/claim'))).status === 200,
      'the dispute to be claimed',
    )
    await decide(second!, visit.disputed, reject)
    expect((await decide(third!, visit.disputed, reject)).status).toBe(200)
    const old = await look(first)
    expect([old.status, titleOf(old)]).toEqual([200, 'This report is superseded by revision 2'])
    // What it said, and not what was decided since.
    expect(old.text).toContain('<bdi>Confirmed</bdi>')
    const newer = await checkAddress()
    expect(newer).toMatch(/\.2\.[\w-]{22}$/)
    const page = await look(newer)
    expect(titleOf(page)).toBe('This report is valid')
    expect(page.text).toContain('<bdi>Not confirmed</bdi>')
  })
})
