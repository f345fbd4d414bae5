import { describe, expect, it } from 'vitest'
import type { Link } from '../../shared/link/link.ts'
import { linkUrl } from '../../shared/link/resolve.ts'
import { addLink } from '../../shared/link/store.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { readTrail } from '../../shared/trail/read-store.ts'
import { call } from '../support/api-client.ts'
import { sha256Of } from '../support/capture.ts'
import { askedEmployment, documentsAsked, open, send, sendFile } from '../support/employer.ts'
import { joinWorld } from '../support/environment.ts'
import { segmentsOf, withMetadata } from '../support/exif.ts'
import { rejected, worker } from '../support/fieldwork.ts'
import { executable, jpegOf, pngOf, pngThatSays, webpOf } from '../support/pictures.ts'
import { reachTable } from '../support/reach-table.ts'
import { keptItems, keptPhotos } from '../support/stored-items.ts'

/* Photos of documents that an applicant sends whose employer was not reached. */

const canary = 'Canary-8841'
const payslip = withMetadata(jpegOf(1200, 900), { canary, orientation: 6 })

const world = await joinWorld()
const agent = await worker(world, 'documents-agent', ['agent'])
const reviewer = await worker(world, 'documents-reviewer', ['reviewer'])
const second = await worker(world, 'documents-second', ['reviewer'])
const customer = await world.client('local-live')
await reachTable(world.emulator)
Object.assign(process.env, { LINK_SECRET: 'verification-local-link-key', PAGES_URL: world.url })

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`
const keyOf = (verificationId: number) =>
  ({ organisationId: world.organisationId, mode: 'live', verificationId }) as const
const keptOf = async (id: number) => (await keptPhotos(world)).filter(key => key.includes(`/${id}/`))
const itemsOf = async (id: number) =>
  (await keptItems(world, `${id}`)).filter(item => item.includes('"document#'))
const bytesAt = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer())

/** What the reviewer sees of the documents, once the agent has said that nobody was reached. */
const reviewed = async (assignment: string) => {
  await agent.post(at(assignment, '/report'), { unreached: { comment: 'The office is empty.' } })
  return (await reviewer.get(at(assignment))).body.review.employerCase.documents
}

describe('a photo of a document', () => {
  it('reaches the reviewer, without what the telephone wrote into it, and nobody else', async () => {
    const { id, assignment, page } = await documentsAsked(world, agent)
    expect((await open(page)).text).toContain('JPEG, PNG or WebP, at most 4 MB. One at a time, 3 in all.')
    const sent = await sendFile(page, payslip)
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('We have 1 of 3 photos.')])
    await sendFile(page, pngOf(640, 480))
    await send(page, 'has=some&which=Payslips')
    expect((await keptOf(id)).filter(key => key.startsWith('incoming/'))).toEqual([])

    const documents = await reviewed(assignment)
    expect((await agent.get(at(assignment))).body.review).toBe(null)
    expect(documents).toMatchObject([
      { number: 1, sha256: sha256Of(payslip), size: payslip.length, width: 900, height: 1200 },
      { number: 2, sha256: sha256Of(pngOf(640, 480)), width: 640, height: 480 },
    ])
    for (const { photoUrl, thumbnailUrl } of documents)
      for (const url of [photoUrl, thumbnailUrl]) {
        const shown = await bytesAt(url)
        expect(shown.subarray(0, 3).toString('hex')).toBe('ffd8ff')
        expect(shown.includes('Canary')).toBe(false)
        expect(segmentsOf(shown).filter(name => !/^(e0|db|c0|c4)$/.test(name))).toEqual([])
      }
    const words = ['uploaded', 'photoOpened']
    const noted = eventsIn(await readTrail(keyOf(id))).filter(({ what }) => words.includes(what))
    expect(noted.slice(0, 3).map(({ what, by, facts }) => [what, by, facts])).toEqual([
      ['uploaded', 'applicant', { slot: 'document1', sha256: sha256Of(payslip) }],
      ['uploaded', 'applicant', { slot: 'document2', sha256: sha256Of(pngOf(640, 480)) }],
      ['photoOpened', 'documents-reviewer', { slot: 'document1' }],
    ])

    const reason = 'FAILED - EMPLOYER UNREACHABLE'
    await rejected([reviewer, second], assignment, reason)
    const record = JSON.stringify((await customer.get(`/v1/employments/${id}`)).body)
    expect(record).toContain(reason)
    expect(record).not.toMatch(/document|\/v1\/file\//)
    expect((await call(documents[0].photoUrl, 'GET')).status).toBe(404)
    // The library that draws photos starts here for the first time.
  })

  it('is kept once, however often and however much at once it is sent', async () => {
    const { id, assignment, page } = await documentsAsked(world, agent)
    const photo = jpegOf(640, 480)
    const sent = await Promise.all([1, 2].map(() => sendFile(page, photo)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect((await sendFile(page, photo)).text).toContain('We have 1 of 3 photos.')
    expect(await itemsOf(id)).toHaveLength(1)
    expect(eventsIn(await readTrail(keyOf(id))).filter(({ what }) => what === 'uploaded')).toHaveLength(1)
    await send(page, 'has=none')
    expect(await reviewed(assignment)).toMatchObject([{ number: 1, sha256: sha256Of(photo) }])
  })

  it('is one of three at most, also when two come at once', async () => {
    const { id, page } = await documentsAsked(world, agent)
    for (const photo of [jpegOf(640, 480), jpegOf(480, 640)]) await sendFile(page, photo)
    const sent = await Promise.all([pngOf(640, 480), webpOf(640, 480)].map(photo => sendFile(page, photo)))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(sent.find(({ status }) => status === 409)!.text).toContain('This one was not kept.')
    expect(await itemsOf(id)).toHaveLength(3)
    expect((await keptOf(id)).filter(key => key.startsWith('incoming/'))).toEqual([])
    const full = await open(page)
    expect([full.text.includes('We have 3 of 3 photos.'), full.page.includes('type="file"')]).toEqual([
      true,
      false,
    ])
  })

  it.each([
    ['a program', executable(), 'This file is not a photo.'],
    ['a text', Buffer.from('My payslip'), 'This file is not a photo.'],
    ['a bomb', pngThatSays(10_000, 10_000), 'This photo is too large.'],
    ['one that is cut off', jpegOf(1200, 900).subarray(0, 20_000), 'This photo is broken'],
    [
      'more than 4 MB',
      Buffer.concat([jpegOf(640, 480), Buffer.alloc(4_000_000)]),
      'Please send one of at most 4 MB.',
    ],
    ['nothing', Buffer.alloc(0), 'Please choose a photo first.'],
  ])('is refused in words where it is %s, and nothing is kept', async (_name, bytes, words) => {
    const { id, page } = await documentsAsked(world, agent)
    const refused = await sendFile(page, bytes, 'payslip.jpg')
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(words)])
    expect([await keptOf(id), await itemsOf(id)]).toEqual([[], []])
    expect((await sendFile(page, jpegOf(320, 240))).status).toBe(200)
  })

  it('comes in a form of a browser', async () => {
    const { id, page } = await documentsAsked(world, agent)
    for (const type of ['image/jpeg', 'multipart/form-data', 'multipart/form-data; boundary=x']) {
      const bare = await fetch(`${page}/photos`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: Buffer.from(payslip),
      })
      expect([type, bare.status]).toEqual([type, 415])
    }
    expect(await keptOf(id)).toEqual([])
  })

  it('is not taken after the answer, a cancellation, the time of its link, or by a link that is not its own', async () => {
    const photo = jpegOf(320, 240)
    const answered = await documentsAsked(world, agent)
    await send(answered.page, 'has=none')
    expect((await sendFile(answered.page, photo)).status).toBe(409)

    const cancelled = await documentsAsked(world, agent)
    const altered = cancelled.page.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
    expect((await sendFile(altered, photo)).status).toBe(404)
    const { page: attest } = await askedEmployment(world, agent)
    expect((await sendFile(attest.replace('/attest/', '/documents/'), photo)).status).toBe(404)
    await customer.delete(`/v1/employments/${cancelled.id}`)
    expect((await sendFile(cancelled.page, photo)).status).toBe(410)

    const late = await documentsAsked(world, agent)
    const order = { purpose: 'documents', channel: 'sms', by: 'documents-agent' } as const
    const eightDaysAgo = Date.now() - 8 * 86_400_000
    const link = (await addLink(keyOf(late.id), order, eightDaysAgo)) as Link
    expect((await sendFile(await linkUrl(link), photo)).text).toContain('This link has expired')
    expect((await sendFile(late.page, photo)).status).toBe(410)
    for (const { id } of [answered, cancelled, late])
      expect([await keptOf(id), await itemsOf(id)]).toEqual([[], []])
  })

  it('goes with its verification when that is erased', async () => {
    const { id, assignment, page } = await documentsAsked(world, agent)
    await sendFile(page, payslip)
    await send(page, 'has=none')
    const [document] = await reviewed(assignment)
    expect((await call(document.photoUrl, 'GET')).status).toBe(302)
    const erased = await world.administer({ command: 'erase', ...keyOf(id) })
    expect(erased).toMatchObject({ erased: [{ documents: 1, photos: 2 }] })
    expect([await keptOf(id), await itemsOf(id)]).toEqual([[], []])
    expect((await call(document.photoUrl, 'GET')).status).toBe(404)
  })
})
