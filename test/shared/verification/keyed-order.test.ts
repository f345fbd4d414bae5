import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '../../../shared/account/caller.ts'
import type { ActionRequest, ActionResponse, MiddlewareRequest } from '../../../shared/http/action.ts'
import { apiPorts } from '../../../shared/http/api.ts'
import type { Problem } from '../../../shared/http/contract/problem.ts'
import { idempotency } from '../../../shared/http/idempotency.ts'
import { deleteInProgress, saveInProgress } from '../../../shared/http/idempotency-store.ts'
import { dynamodb } from '../../../shared/table/dynamodb.ts'
import { addressesRoutes } from '../../../shared/verification/contract/address-routes.ts'
import { createVerification, placeOrder } from '../../../shared/verification/place-order.ts'
import { address } from '../../../shared/verification/product/address.ts'
import { findVerification } from '../../../shared/verification/store.ts'
import { addressOrder } from '../../support/orders.ts'
import { drawIds } from '../../support/verifications.ts'
import { startStage } from '../table/stage.ts'

const startMs = Date.parse('2026-11-20T12:00:00.000Z')
const draw = drawIds(startMs)
const caller: Caller = { clientId: 'client', organisationId: 1, mode: 'test', scopes: ['addresses'] }

beforeAll(async () => {
  await startStage()
  Object.assign(process.env, { ID_NUMBER_SECRET: 'id-number-key' })
  // The container's first order also reads the data keys and the secret.
  await order('0 Warm Street', 'warm')
})
afterEach(() => void vi.restoreAllMocks())

const requestOf = (street: string, laterMs: number): ActionRequest =>
  ({
    caller,
    body: addressOrder({ street }),
    nowMs: startMs + laterMs,
    id: draw(),
    isRepeat: false,
  }) as unknown as ActionRequest

/** Remembers what it has met. */
const openContainer = () => idempotency(apiPorts)

/** What the chain does with an order that has a key, from the key on. */
const order = async (
  street: string,
  key: string,
  laterMs = 0,
  container = openContainer(),
): Promise<ActionResponse> => {
  const event = {
    rawPath: '/v1/addresses',
    headers: { 'idempotency-key': key },
    body: JSON.stringify({ street }),
  } as unknown as APIGatewayProxyEventV2
  const route = addressesRoutes.createAddress
  const internal = {
    requestId: draw().toString(),
    startedAtMs: 0,
    route,
    caller,
    request: requestOf(street, laterMs),
  }
  const request = { event, internal } as unknown as MiddlewareRequest
  const replayed = await container.before!(request)
  if (replayed) {
    const { statusCode, headers, body } = replayed as APIGatewayProxyStructuredResultV2
    return { status: statusCode, headers, content: body } as ActionResponse
  }
  return createVerification(address, request.internal.request as never) as Promise<ActionResponse>
}

const withoutKey = (street: string) => createVerification(address, requestOf(street, 0) as never)

const idIn = ({ content }: ActionResponse): number => JSON.parse(`${content}`).id

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: Problem) => error.code,
  )

/** The calls to the table, and how many items each transaction names. */
const callsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const spy = vi.spyOn(dynamodb(), 'send')
  await work()
  const calls = spy.mock.calls.map(([command]) => {
    const { name } = command.constructor
    const { TransactItems } = command.input as { readonly TransactItems?: readonly object[] }
    return TransactItems ? `${name} of ${TransactItems.length} items` : name
  })
  spy.mockRestore()
  return calls
}

const digestOf = async (key: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(key))).toString('base64url')

describe('an order with an Idempotency-Key', () => {
  it('is one call to the table, of one item more than one without, and so is its repeat', async () => {
    const [without, withOne] = [4, 5].map(items => [`TransactWriteItemsCommand of ${items} items`])
    expect(await callsOf(() => withoutKey('1 Call Street'))).toEqual(without)
    expect(await callsOf(() => order('2 Call Street', 'calls'))).toEqual(withOne)
    expect(await callsOf(() => order('2 Call Street', 'calls'))).toEqual(withOne)
  })

  it('is answered the same to the byte for a day, and is a duplicate afterwards', async () => {
    const first = await order('3 Same Street', 'same')
    expect(first.status).toBe(201)
    const second = await order('3 Same Street', 'same', 86_000_000)
    expect(second).toEqual({
      status: 201,
      headers: { ...first.headers, 'idempotency-replayed': 'true' },
      content: first.content,
    })
    const late = await order('3 Same Street', 'same', 87_000_000)
    expect([late.status, idIn(late), JSON.parse(`${late.content}`).duplicateRequest]).toEqual([
      200,
      idIn(first),
      true,
    ])
    expect(late.headers?.['idempotency-replayed']).toBeUndefined()
  })

  it('is read where its container meets it again, and answered the same to the byte', async () => {
    const container = openContainer()
    const first = await order('15 Met Street', 'met', 0, container)
    const again = (laterMs: number) => order('15 Met Street', 'met', laterMs, container)
    const replayed = {
      status: 201,
      headers: { ...first.headers, 'idempotency-replayed': 'true' },
      content: first.content,
    }
    expect(await callsOf(async () => expect(await again(1000)).toEqual(replayed))).toEqual(['GetItemCommand'])
    // A day later nothing is kept under the key.
    const late = await again(87_000_000)
    expect([late.status, idIn(late), late.headers?.['idempotency-replayed']]).toEqual([
      200,
      idIn(first),
      undefined,
    ])
  })

  it('is placed where its container has met it in vain', async () => {
    const container = openContainer()
    await order('16 First Street', 'vain')
    const other = () => order('17 Second Street', 'vain', 0, container)
    expect(await codeOf(other())).toBe('idempotency_key_reused')
    expect(await codeOf(other())).toBe('idempotency_key_reused')
    expect((await order('17 Second Street', 'vain', 87_000_000, container)).status).toBe(201)
  })

  it('is made once by twenty at once, and nobody is told to wait', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => order('4 Crowded Street', 'crowded')))
    expect(new Set(all.map(({ status, content }) => `${status} ${content}`)).size).toBe(1)
    expect(all.filter(({ headers }) => !headers?.['idempotency-replayed'])).toHaveLength(1)
  })

  it('is refused for another body, and then nothing is written', async () => {
    await order('5 First Street', 'reused')
    expect(await codeOf(order('6 Second Street', 'reused'))).toBe('idempotency_key_reused')
    expect(idIn(await order('6 Second Street', 'another'))).toBeGreaterThan(0)
  })

  it('keeps the answer about a duplicate, though the order that it repeats was sent without a key', async () => {
    const first = await withoutKey('7 Double Street')
    const second = await order('7 Double Street', 'double')
    const third = await order('7 Double Street', 'double')
    expect([second.status, idIn(second)]).toEqual([200, (first.body as { id: number }).id])
    expect(third).toEqual({
      status: 200,
      headers: { ...second.headers, 'idempotency-replayed': 'true' },
      content: second.content,
    })
  })

  // The calls are one of an order, and three of a duplicate: its transaction, a read and the answer.
  it.each(
    ['new', 'duplicate'].flatMap(kind =>
      Array.from({ length: kind === 'new' ? 1 : 3 }, (_, call) => call).flatMap(call =>
        (['before', 'after'] as const).map(when => ({ kind, call, when })),
      ),
    ),
  )('is made once where the container dies $when call $call: $kind', async ({ kind, call, when }) => {
    const street = `8 Killed ${kind} ${call} ${when}`
    const key = street.replaceAll(' ', '-')
    const earlier = kind === 'duplicate' ? ((await withoutKey(street)).body as { id: number }).id : undefined
    const send = dynamodb().send.bind(dynamodb())
    let calls = 0
    vi.spyOn(dynamodb(), 'send').mockImplementation((async (command: never) => {
      const isLast = calls++ === call
      if (isLast && when === 'before') throw new Error('killed')
      const answer = await send(command).catch((error: unknown) => {
        if (isLast) throw new Error('killed')
        throw error
      })
      if (isLast) throw new Error('killed')
      return answer
    }) as never)
    await expect(order(street, key)).rejects.toThrow('killed')
    vi.restoreAllMocks()
    const repeated = await order(street, key)
    expect(await order(street, key)).toMatchObject({ status: repeated.status, content: repeated.content })
    expect((await withoutKey(street)).body).toMatchObject({ id: idIn(repeated), duplicateRequest: true })
    if (earlier) expect(idIn(repeated)).toBe(earlier)
  })
})

describe('a key that an earlier release has claimed', () => {
  const claim = async (key: string, id: number, street: string) => {
    const { createHash } = await import('node:crypto')
    const body = `${key}\n/v1/addresses\n${JSON.stringify({ street })}`
    const bodyDigest = createHash('sha256').update(body).digest('base64url')
    const of = { ...caller, keyDigest: await digestOf(key) }
    await saveInProgress(of, { bodyDigest, id, nowMs: startMs })
    return of
  }

  it('is waited for while that request may still be under way', async () => {
    await claim('claimed', draw(), '9 Claimed Street')
    expect(await codeOf(order('9 Claimed Street', 'claimed', 30_000))).toBe('request_in_flight')
  })

  it('is taken over under the same id, whether or not the order had been written', async () => {
    const id = draw()
    await claim('died', id, '10 Died Street')
    expect(idIn(await order('10 Died Street', 'died', 36_000))).toBe(id)
    expect(await findVerification(caller, id, startMs)).toMatchObject({ id })

    const written = requestOf('11 Died Street', 0)
    await placeOrder(address, written as never)
    await claim('died-later', written.id, '11 Died Street')
    const taken = await order('11 Died Street', 'died-later', 36_000)
    expect([taken.status, idIn(taken)]).toEqual([201, written.id])
    expect((await order('11 Died Street', 'died-later', 36_000)).content).toBe(taken.content)
  })

  it('is taken over under the next id, where another order has the id that it claimed', async () => {
    const other = requestOf('13 Other Street', 0)
    await placeOrder(address, other as never)
    await claim('collided', other.id, '14 Died Street')
    const taken = await order('14 Died Street', 'collided', 36_000)
    expect([taken.status, idIn(taken)]).toEqual([201, other.id + 1])
    expect((await order('14 Died Street', 'collided', 37_000)).content).toBe(taken.content)
  })

  it('is free once that request was refused', async () => {
    await deleteInProgress(await claim('refused', draw(), '12 Refused Street'))
    expect((await order('12 Refused Street', 'refused')).status).toBe(201)
  })
})
