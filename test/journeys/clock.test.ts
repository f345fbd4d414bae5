import { afterAll, describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { newClient } from '../support/clients.ts'
import { startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'

/** The stage's real times, 48 hours and 14 days among them; nobody visits by himself. */
const { webhooks, lookups } = stages.local
const verification = { ...stages.local.verification, simulatedAgentDelaySeconds: 900 }

const world = await startWorld({ settings: { verification, webhooks, lookups } })
afterAll(() => world[Symbol.asyncDispose]())
const client = await world.client()
const receiver = await world.receiver()
await client.post('/v1/webhooks', {
  url: receiver.url,
  events: ['address.*', 'employment.*'],
})

const move = (to: string, of: object, as = client) => as.post('/v1/sandbox/clock', { to, ...of })

const nobody = { ...applicant, phone: '08000001010' }
let count = 0
const order = async (changes: object = { applicant: nobody }): Promise<number> => {
  count++
  return (await client.post('/v1/addresses', addressOrder({ street: `${count} Clock Street`, ...changes })))
    .body.id
}

const told = (id: number): { type: string; data: { address: { status: { subStatus: string } } } }[] =>
  receiver.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ data }) => data.id === id)
    .map(({ event_type: type, data }) => ({ type, data }))

const toldOf = (id: number, type: string) =>
  eventually(() => told(id).find(event => event.type === type), `${type} of ${id}`)

const read = async (id: number) => (await client.get(`/v1/addresses/${id}`)).body

describe('the time of a verification', () => {
  it('moves past 48 hours: it is late, once, and is told so', async () => {
    const id = await order()
    const first = await move('delayed', { verificationId: id })
    expect(first).toMatchObject({ status: 202, body: { to: 'delayed', at: expect.any(String) } })
    expect(Date.now() - Date.parse(first.body.at)).toBeLessThan(60_000)
    expect((await move('delayed', { verificationId: id })).body).toEqual(first.body)
    await toldOf(id, 'verification_delayed')
    expect((await read(id)).status.status).toBe('IN_PROGRESS')
    // A decision still comes through.
    await client.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus: 'VERIFIED' })
    await toldOf(id, 'verification_completed')
    const types = told(id).map(({ type }) => type)
    expect(types.toSorted()).toEqual([
      'verification_completed',
      'verification_delayed',
      'verification_started',
    ])
    // It was late while it was open; that stays so.
    expect((await move('delayed', { verificationId: id })).body).toEqual(first.body)
  })

  it('moves past 14 days: it was late, and has expired, uncharged', async () => {
    const id = await order()
    const moved = await move('expired', { verificationId: id })
    expect(moved.status).toBe(202)
    const final = await read(id)
    expect(final.status).toEqual({ status: 'UNVERIFIED', subStatus: 'FAILED - EXPIRED', state: 'COMPLETE' })
    expect(final.address).toMatchObject({ price: 0, updatedAt: moved.body.at })
    await toldOf(id, 'verification_delayed')
    await toldOf(id, 'verification_completed')
    expect((await move('expired', { verificationId: id })).body).toEqual(moved.body)
  })

  it('does not move what was decided', async () => {
    const id = await order()
    await client.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus: 'CANNOT ACCESS ADDRESS' })
    expect(await move('expired', { verificationId: id })).toMatchObject({
      status: 409,
      body: { code: 'already_decided', retryable: false, detail: 'It is complete: CANNOT ACCESS ADDRESS.' },
    })
  })

  it('does not move what was cancelled', async () => {
    const id = await order()
    await client.delete(`/v1/addresses/${id}`)
    for (const to of ['delayed', 'expired'])
      expect(await move(to, { verificationId: id })).toMatchObject({
        status: 409,
        body: { code: 'already_decided', detail: 'It is complete: CANCELLED.' },
      })
    expect(told(id).map(({ type }) => type)).not.toContain('verification_delayed')
  })

  it('lets one of all that end it at the same moment win, tells once, and loses nothing', async () => {
    const atOnce = { ...applicant, phone: '08000001011' }
    for (let round = 0; round < 12; round++) {
      const id = await order({ applicant: atOnce })
      const complete = () =>
        client.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus: 'CANNOT ACCESS ADDRESS' })
      const answers = await Promise.all([
        complete(),
        move('expired', { verificationId: id }),
        move('delayed', { verificationId: id }),
        client.delete(`/v1/addresses/${id}`),
      ])
      const [completed, expired, , cancelled] = answers.map(({ status }) => status)
      const { status, address } = await eventually(async () => {
        const record = await read(id)
        return record.status.state === 'COMPLETE' && record
      })
      const won = {
        'CANNOT ACCESS ADDRESS': [202, 409, 409],
        'FAILED - EXPIRED': [409, 202, 409],
        CANCELLED: [409, 409, 200],
        VERIFIED: [409, 409, 409],
      }[status.subStatus as string]
      expect([completed, expired, cancelled], status.subStatus).toEqual(won)
      const isCharged = ['VERIFIED', 'CANNOT ACCESS ADDRESS'].includes(status.subStatus)
      expect(address.price).toBe(isCharged ? stages.local.prices.address : 0)
      await toldOf(id, 'verification_completed')
      const ends = told(id).filter(({ type }) => type === 'verification_completed')
      expect(ends.map(({ data }) => data.address.status.subStatus)).toEqual([status.subStatus])
      expect(told(id).filter(({ type }) => type === 'verification_delayed').length).toBeLessThanOrEqual(1)
    }
  })

  it('moves right after the order, and its workflow ends with it', async () => {
    const id = await order()
    await move('expired', { verificationId: id })
    await toldOf(id, 'verification_completed')
    const bodiesOf = (wanted: string) =>
      world.emulator.recorded.filter(({ action }) => action === wanted).map(({ body }) => body)
    const tokens = () =>
      bodiesOf('TaskInput')
        .map(body => JSON.parse(body))
        .filter(({ verificationId }) => verificationId === id)
        .map(({ token }) => token)
    const isEnded = () =>
      bodiesOf('SendTaskSuccess').some(body => tokens().includes(JSON.parse(body).taskToken)) ||
      bodiesOf('StopExecution').some(body => body.includes(`:verification-${id}"`))
    await eventually(isEnded, 'the end of the workflow')
  })
})

describe('the time of a delivery', () => {
  /** An event for one endpoint. */
  const completedFor = async (url: string) => {
    const events = ['employment.verification_completed']
    const endpoint = (await client.post('/v1/webhooks', { url, events })).body
    count++
    const employerName = `Clock Works ${count}`
    const { body } = await client.post('/v1/employments', employmentOrder({ employerName }))
    await client.post(`/v1/sandbox/verifications/${body.id}/complete`, { subStatus: 'VERIFIED' })
    return { eventId: `evt_${body.id}_completed`, endpointId: endpoint.id as number }
  }

  const failing = async () => {
    const other = await world.receiver((_count, response) => response.writeHead(500).end('no'))
    const of = await completedFor(other.url)
    await eventually(() => other.received.length >= 2, 'the first retry')
    return { other, of, path: `/v1/webhooks/${of.endpointId}` }
  }

  it('moves to its next attempt, as often as there is one, and never makes more', async () => {
    const { other, of, path } = await failing()
    const { retryScheduleSeconds } = webhooks
    for (let attempt = 3; attempt <= retryScheduleSeconds.length + 1; attempt++) {
      const planned = await eventually(async () => {
        const { attempts } = (await client.get(`/v1/events/${of.eventId}`)).body
        const own = attempts.filter(({ endpointId }: typeof of) => endpointId === of.endpointId)
        return own.length === attempt - 1 && own.at(-1)
      })
      expect(Date.parse(planned.nextAttemptAt)).toBeGreaterThan(Date.now())
      const moved = await move('next_attempt', of)
      expect(moved.status).toBe(202)
      expect(moved.headers.get('ratelimit-policy')).toMatch(/"resends";q=600;w=3600/)
      await eventually(() => other.received.length === attempt, `attempt ${attempt}`)
    }
    await eventually(async () => {
      const { attempts } = (await client.get(`/v1/events/${of.eventId}`)).body
      return attempts.some(({ outcome }: { outcome: string }) => outcome === 'gave-up')
    })
    expect(await move('next_attempt', of)).toMatchObject({ status: 409, body: { code: 'nothing_waits' } })
    expect(other.received).toHaveLength(retryScheduleSeconds.length + 1)
    expect(new Set(other.received.map(({ body }) => body)).size).toBe(1)
    await client.delete(path)
  })

  it('moves to the retry of a resend, too', async () => {
    const other = await world.receiver((made, response) => response.writeHead(made === 0 ? 200 : 500).end())
    const { eventId, endpointId } = await completedFor(other.url)
    const of = { eventId, endpointId }
    const attempts = (count: number) =>
      eventually(async () => {
        const listed = (await client.get(`/v1/webhooks/${endpointId}/attempts`)).body.data
        return listed.length >= count && listed
      }, `attempt ${count}`)
    await attempts(1)
    expect((await move('next_attempt', of)).body.code).toBe('nothing_waits')
    await client.post(`/v1/events/${eventId}/resend`, { endpointId })
    await attempts(3)
    expect((await move('next_attempt', of)).status).toBe(202)
    await attempts(4)
    await client.delete(`/v1/webhooks/${endpointId}`)
  })

  it('moves past five days of nothing but failure: the endpoint is disabled', async () => {
    const { of, path } = await failing()
    expect((await move('five_days', of)).status).toBe(202)
    const off = await eventually(async () => {
      const { body } = await client.get(path)
      return !body.enabled && body
    })
    expect(off.disabledReason).toBe('Every attempt of five days failed.')
    expect((await move('five_days', of)).body.at).toBe(off.disabledAt)
    expect(await move('next_attempt', of)).toMatchObject({
      status: 409,
      body: { code: 'webhook_disabled' },
    })
    await client.delete(path)
  })

  it('has nothing to move once it was delivered', async () => {
    const { body } = await client.get('/v1/webhooks')
    const endpoint = body.data.find(({ url }: { url: string }) => url === receiver.url)
    const id = await order()
    await client.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus: 'VERIFIED' })
    await toldOf(id, 'verification_completed')
    const of = { eventId: `evt_${id}_completed`, endpointId: endpoint.id }
    await eventually(async () => (await client.get(`/v1/events/${of.eventId}`)).body.attempts.length > 0)
    for (const to of ['next_attempt', 'five_days'])
      expect(await move(to, of)).toMatchObject({ status: 409, body: { code: 'nothing_waits' } })
    for (const wrong of [
      { ...of, eventId: 'evt_1_completed' },
      { ...of, endpointId: 1 },
    ])
      expect((await move('next_attempt', wrong)).status).toBe(404)
  })
})

describe('the clock', () => {
  it('is told what to move', async () => {
    const errorsOf = async (body: object) =>
      (await client.post('/v1/sandbox/clock', body)).body.errors.map(
        ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
      )
    expect(await errorsOf({ to: 'expired' })).toEqual(['/verificationId required'])
    expect(await errorsOf({ to: 'next_attempt', verificationId: 1 })).toEqual([
      '/eventId required',
      '/endpointId required',
    ])
    expect(await errorsOf({ to: 'toString' })).toEqual(['/to not_allowed'])
    expect(await errorsOf({ to: { toString: 1, valueOf: 1 } })).toEqual(['/to not_allowed'])
  })

  it('moves nothing of another organisation, of the other mode, or of a noun without its scope', async () => {
    const id = await order()
    const strangers = [await world.client('other-test'), await world.client('local-live')]
    for (const stranger of strangers)
      for (const to of ['delayed', 'expired'])
        expect((await move(to, { verificationId: id }, stranger)).status, to).toBe(404)
    const live = strangers[1]!
    const ordered = await live.post('/v1/addresses', addressOrder({ street: '1 Live Clock Street' }))
    expect((await move('expired', { verificationId: ordered.body.id }, live)).status).toBe(404)
    expect((await move('expired', { verificationId: ordered.body.id })).status).toBe(404)
    expect((await live.get(`/v1/addresses/${ordered.body.id}`)).body.status.state).toBe('IN_PROGRESS')

    const other = await newClient(world, { scopes: ['employments'] })
    expect(await move('expired', { verificationId: id }, other)).toMatchObject({
      status: 403,
      body: { detail: 'This client lacks the scope "addresses".' },
    })
    expect(await move('five_days', { eventId: `evt_${id}_started`, endpointId: 1 }, other)).toMatchObject({
      status: 403,
      body: { detail: 'This client lacks the scope "webhooks".' },
    })
    expect((await read(id)).status.state).toBe('IN_PROGRESS')
  })
})
