import { describe, expect, it } from 'vitest'
import { identityProducts } from '../../shared/identity/products.ts'
import { findLookup } from '../../shared/identity/store.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { readTrail } from '../../shared/trail/read-store.ts'
import { findVerification } from '../../shared/verification/store.ts'
import { type Ordered, openLinks } from '../support/applicant-links.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { look, matterWords, say, titleOf } from '../support/pages.ts'

const world = await joinWorld()
const links = await openLinks(world)

const { person: citizen, numbers } = identityProducts[0]!.sandbox
const claim = { firstname: citizen.firstname, lastname: citizen.lastname }
const nin = `/v1/ng/identities/nin/${numbers.exact}`

/** What customers write down when somebody agrees. */
const consent = {
  noticeVersion: 'terms-7',
  purpose: 'Opening an account',
  language: 'en',
  givenAt: '2026-11-01T09:00:00.000Z',
  method: 'app',
} as const

describe('consent', () => {
  const trailOf = async (ordered: Ordered) =>
    eventsIn(await readTrail(links.keyOf(ordered))).map(({ what, by, facts }) => ({ what, by, facts }))
  const withdrawn = { what: 'consentWithdrawn', by: 'applicant', facts: { outcome: 'cancelled' } }
  const statusOf = async ({ id }: Ordered) => (await links.client.get(`/v1/addresses/${id}`)).body

  it('stands in the record as the order states it, and in no answer', async () => {
    const ordered = await links.orderLink({ consent })
    const kept = await findVerification(links.keyOf(ordered), ordered.id, Date.now())
    expect(kept?.consent).toEqual(consent)
    expect(JSON.stringify(await statusOf(ordered))).not.toContain('terms-7')
    const { body } = await links.client.post(nin, { ...claim, consent })
    expect((await findLookup(links.keyOf(ordered), body.id, Date.now()))?.consent).toEqual(consent)
    expect(JSON.stringify(body)).not.toContain('terms-7')
  })

  it('that was given on the page is taken back there, which ends the verification at no cost', async () => {
    const ordered = await links.orderLink()
    await say(ordered.link, { consent: 'given' })
    const thanks = await look(ordered.link)
    expect(thanks.text).toContain('<summary>I no longer agree</summary>')
    const answer = await say(ordered.link, { withdraw: 'yes' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(ordered.link).pathname])
    const after = await look(ordered.link)
    expect([after.status, titleOf(after)]).toEqual([200, 'You do not agree, and the check has ended'])
    expect(after.text.replace(/<footer>.*/s, '')).not.toMatch(matterWords)
    const { status, address } = await statusOf(ordered)
    expect(status).toEqual({ status: 'CANCELLED', subStatus: 'CANCELLED', state: 'COMPLETE' })
    expect([address.price, address.adminComment]).toEqual([0, 'The applicant withdrew their consent.'])
    expect(await trailOf(ordered)).toContainEqual(withdrawn)
    const event = await eventually(async () =>
      (await links.client.get('/v1/events')).body.data.find(
        ({ verificationId }: { verificationId: number }) => verificationId === ordered.id,
      ),
    )
    expect(event.event_type).toBe('verification_completed')
  })

  it('that stands in the order is taken back by whoever never answered', async () => {
    const ordered = await links.orderLink({ consent })
    await say(ordered.link, { consent: 'refused' })
    expect((await statusOf(ordered)).status.status).toBe('IN_PROGRESS')
    await say(ordered.link, { withdraw: 'yes' })
    expect((await statusOf(ordered)).status.status).toBe('CANCELLED')
    expect(await trailOf(ordered)).toContainEqual(withdrawn)
  })

  it('that nobody gave is refused, which ends it as well', async () => {
    const ordered = await links.orderLink()
    await say(ordered.link, { withdraw: 'yes' })
    const { status, address } = await statusOf(ordered)
    expect([status.status, address.adminComment]).toEqual([
      'CANCELLED',
      'The applicant does not agree to this check.',
    ])
    expect(await trailOf(ordered)).toContainEqual({ ...withdrawn, what: 'consentRefused' })
  })

  it('is taken back once, however often it is asked for at once', async () => {
    const ordered = await links.orderLink({ consent })
    await Promise.all(['a', 'b', 'c'].map(() => say(ordered.link, { withdraw: 'yes' })))
    const told = (await trailOf(ordered)).filter(({ what }) => what === 'consentWithdrawn')
    expect(told).toEqual([withdrawn])
  })

  it('is not taken back of what was decided before', async () => {
    const ordered = await links.orderLink({ consent })
    await links.client.post(`/v1/sandbox/verifications/${ordered.id}/complete`, { subStatus: 'VERIFIED' })
    const late = await say(ordered.link, { withdraw: 'yes' })
    expect([late.status, titleOf(late)]).toEqual([410, 'This matter is closed'])
    expect((await statusOf(ordered)).status.status).toBe('VERIFIED')
  })
})
