import { describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { placeholderJpeg } from '../../shared/evidence/placeholder.ts'
import { findIdentityProduct } from '../../shared/identity/products.ts'
import type { ApiClient } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { worker } from '../support/fieldwork.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'
import { openPortal } from '../support/portal.ts'
import { linesOf } from '../support/reports.ts'

const world = await joinWorld()
const client = await world.client()

/** A test verification that has ended so. */
const ended = async (path: string, order: object, subStatus: string): Promise<string> => {
  const { id } = (await client.post(path, order)).body
  await client.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus })
  return `${path}/${id}`
}

/** A report follows the end that it tells of within seconds: its receipt names the event. */
const reportOf = (path: string, of: ApiClient = client) =>
  eventually(async () => {
    const answer = await of.get(`${path}/report`)
    return answer.status === 200 && answer
  }, 'the report')

/** Nobody visits or asks of themselves: how a test ends is chosen. */
const unvisited = { ...applicant, phone: '08000001010' }
const aNewAddress = (street: string) => addressOrder({ street, applicant: unvisited, allowRevisit: true })

const lookUp = async (number: string): Promise<string> => {
  const { person } = findIdentityProduct('nin').sandbox
  const claim = { firstname: person.firstname, lastname: person.lastname }
  const { body } = await client.post(`/v1/ng/identities/nin/${number}`, claim)
  return `/v1/identities/${body.id}`
}

describe('in test mode, a report', () => {
  it('of a visit shows the drawings that stand for photos, and says that nothing was checked', async () => {
    const path = await ended('/v1/addresses', aNewAddress('1 Report Road'), 'FAILED - NOT IN RESIDENCE')
    const { body: page } = await reportOf(path)
    expect(linesOf(page).slice(3, 6)).toEqual([
      'Made in test mode. Nothing in it was checked, and nobody was visited or asked.',
      '✗ Not confirmed',
      'The address exists, and the applicant does not live there.',
    ])
    const drawing = Buffer.from(placeholderJpeg('exteriorPhotos.photo1')).toString('base64')
    expect(page).toContain(`<img src="data:image/jpeg;base64,${drawing}" alt="Outside 1"`)
    expect(page).not.toContain('simulated-')
    const { legalName, registrationNumber, postalAddress, phone } = stages.local.operator
    expect(linesOf(page).slice(0, 2)).toEqual([
      legalName,
      `Registration number ${registrationNumber} · ${postalAddress} · ${phone}`,
    ])
    expect(linesOf(page)).toContain('Ordered by | First organisation')
  })

  it('of an employment says what the employer is taken to have said', async () => {
    const path = await ended(
      '/v1/employments',
      employmentOrder({ applicant: unvisited }),
      'FAILED - NOT AN EMPLOYEE',
    )
    const lines = linesOf((await reportOf(path)).body)
    expect(lines).toContain('Worked there | Ngozi Adeyemi | Never | ≠ differs')
    expect(lines).toContain('The employer said that the applicant never worked there.')
    expect(lines).toContain('Charged | NGN 3,000')
  })

  it('of a look-up says what agreed, and nothing of what the registry holds', async () => {
    const { person, numbers } = findIdentityProduct('nin').sandbox
    const { body: page, headers } = await reportOf(await lookUp(numbers.exact))
    const lines = linesOf(page)
    expect(lines).toContain('✓ Confirmed')
    expect(lines).toContain(`Identity number | ends in ${numbers.exact.slice(-4)}`)
    expect(lines).toContain('First name | = agrees | the same')
    expect(page).not.toContain(person.firstname)
    expect(page).not.toContain(numbers.exact)
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="verification-\d+\.html"$/)
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('a report', () => {
  it('is there when the verification is complete, and not before', async () => {
    const { id } = (
      await (await world.client('local-live')).post('/v1/addresses', aNewAddress('2 Report Road'))
    ).body
    const live = await world.client('local-live')
    const { status, headers, body } = await live.get(`/v1/addresses/${id}/report`)
    expect([status, body.code, body.retryable, headers.get('retry-after')]).toEqual([
      409,
      'not_final',
      true,
      '3600',
    ])
    // Nor is it another noun's, or the other mode's.
    expect((await live.get(`/v1/employments/${id}/report`)).status).toBe(404)
    expect((await client.get(`/v1/addresses/${id}/report`)).status).toBe(404)
  })

  it.each(['br', 'gzip'])('is sent compressed to who takes that: %s', async encoding => {
    const path = await ended(
      '/v1/addresses',
      aNewAddress(`${encoding} Report Road`),
      'FAILED - NOT IN RESIDENCE',
    )
    await reportOf(path)
    const sent = (accepted: string) =>
      client.request('GET', `${path}/report`, undefined, { 'accept-encoding': accepted })
    const [whole, packed] = [await sent('identity'), await sent(encoding)]
    const headers = ['content-encoding', 'vary'] as const
    expect(headers.map(name => whole.headers.get(name))).toEqual([null, 'accept-encoding'])
    expect(headers.map(name => packed.headers.get(name))).toEqual([encoding, 'accept-encoding'])
    expect(linesOf(packed.body).slice(0, 9)).toEqual(linesOf(whole.body).slice(0, 9))
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(whole.body.length * 0.8)
  })

  it('of what was cancelled says that nothing was found, and nothing charged', async () => {
    const live = await world.client('local-live')
    const { id } = (await live.post('/v1/addresses', aNewAddress('3 Report Road'))).body
    await live.delete(`/v1/addresses/${id}`)
    const lines = linesOf((await reportOf(`/v1/addresses/${id}`, live)).body)
    expect(lines.slice(3, 5)).toEqual(['– Cancelled', 'It was cancelled before anybody concluded it.'])
    expect(lines).toContain('Charged | Nothing')
    expect(lines).toContain('No photo was taken.')
    expect(lines.some(line => line.endsWith('You cancelled it.'))).toBe(true)
  })

  it('leads whoever has no account to the guide that says how it is checked', async () => {
    const { body: page } = await reportOf(await lookUp(findIdentityProduct('nin').sandbox.numbers.exact))
    const [, url = '', place] = /needs no account: ([^#<]+)#([\w-]+)/.exec(page)!
    const guide = await fetch(url)
    expect([guide.status, await guide.text()]).toEqual([200, expect.stringContaining(`id="${place}"`)])
  })

  it('is opened from the portal, by its session', async () => {
    const path = await ended('/v1/addresses', aNewAddress('4 Report Road'), 'VERIFIED')
    await reportOf(path)
    const portal = await openPortal(world)
    expect((await portal.ask('GET', `${path}/report`)).body).toContain('Confirmed')
  })

  it('is the same for staff, by the id of the case', async () => {
    const staff = await worker(world, 'report-staff', ['operator'], 'test')
    const paths = [
      await ended('/v1/addresses', aNewAddress('6 Report Road'), 'VERIFIED'),
      await ended(
        '/v1/employments',
        employmentOrder({ applicant: unvisited, allowRevisit: true }),
        'VERIFIED',
      ),
    ]
    for (const path of paths) {
      const { body: theirs } = await reportOf(path)
      const id = `${world.organisationId}-${path.split('/').at(-1)}`
      const { body: page } = await staff.get(`/v1/operations/cases/${id}/report`)
      // All but when it was made.
      expect(linesOf(page).slice(0, 12)).toEqual(linesOf(theirs).slice(0, 12))
      expect(page.length).toBe(theirs.length)
    }
  })

  it('goes with what is erased', async () => {
    const path = await ended('/v1/addresses', aNewAddress('5 Report Road'), 'VERIFIED')
    const verificationId = Number(path.split('/').at(-1))
    await world.administer({ command: 'erase', organisationId: 1, mode: 'test', verificationId })
    expect((await client.get(`${path}/report`)).status).toBe(404)
  })
})
