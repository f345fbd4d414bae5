import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { beforeAll, describe, expect, it } from 'vitest'
import * as onboard from '../../../functions/admin/accounts.ts'
import { handler } from '../../../functions/api/token.ts'
import { findCaller } from '../../../shared/account/find-caller.ts'
import { isNightly } from '../../support/tier.ts'
import { startStage } from '../table/stage.ts'

const removals = isNightly ? 40 : 8

/** How long a container may trust what it read, in milliseconds. */
const minuteMs = 60_000

let organisationId: number
beforeAll(async () => {
  await startStage()
  Object.assign(process.env, { SOURCE_ADDRESS_KEY: 'a-key', STAGE: 'test' })
  organisationId = (await onboard.createOrganisation({ command: 'createOrganisation', name: 'One' })).id
})

const openClient = () =>
  onboard.createClient({ command: 'createClient', organisationId, mode: 'test', scopes: ['addresses'] })

/** Asks for a token as any HTTP client would; undefined if it is refused. */
const signIn = async (clientId: string, secret: string): Promise<string | undefined> => {
  const event = {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, secret }),
    requestContext: { requestId: 'request-1', http: { method: 'POST', sourceIp: '192.0.2.1' } },
  } as unknown as APIGatewayProxyEventV2
  const { statusCode, body } = await handler(event, {} as Context)
  // Who was removed has a wrong secret, and may try it thirty times.
  expect([200, 401, 429]).toContain(statusCode)
  return JSON.parse(body!).accessToken
}

const isIn = async (token: string | undefined, atMs: number): Promise<boolean> =>
  token !== undefined && (await findCaller(token, atMs)) !== undefined

/** Forty sign-ins, one after another in eight rows, each token used at once. */
const signInOften = async (clientId: string, secret: string): Promise<(string | undefined)[]> => {
  const row = async () => {
    const tokens: (string | undefined)[] = []
    for (let each = 0; each < 5; each++) {
      tokens.push(await signIn(clientId, secret))
      await isIn(tokens.at(-1), Date.now())
    }
    return tokens
  }
  return (await Promise.all(Array.from({ length: 8 }, row))).flat()
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

it('a client that is removed keeps no token for longer than a minute, however many are asked for meanwhile', async () => {
  let given = 0
  let alive = 0
  for (let removal = 0; removal < removals; removal++) {
    const { clientId, secret } = await openClient()
    const signingIn = signInOften(clientId, secret)
    await pause((removal * 40) / removals)
    await onboard.removeClient({ command: 'removeClient', clientId })
    const tokens = (await signingIn).filter(token => token !== undefined)
    given += tokens.length
    for (const token of tokens) if (await isIn(token, Date.now() + minuteMs)) alive++
  }
  expect(given).toBeGreaterThan(removals)
  expect(alive).toBe(0)
})

describe('a client whose tokens are revoked', () => {
  it('keeps none that it was given before, and goes on with new ones', async () => {
    const { clientId, secret } = await openClient()
    const signingIn = signInOften(clientId, secret)
    await pause(20)
    const before = await signIn(clientId, secret)
    await onboard.revokeTokens({ command: 'revokeTokens', clientId })
    const after = await signIn(clientId, secret)
    await signingIn
    expect(await isIn(before, Date.now() + minuteMs)).toBe(false)
    expect(await isIn(after, Date.now() + minuteMs)).toBe(true)
  })

  it('is named to the operator if it does not exist', async () => {
    const revoking = onboard.revokeTokens({ command: 'revokeTokens', clientId: 'nobody' })
    await expect(revoking).rejects.toThrow('clientId: there is no such client')
  })
})

describe('a token', () => {
  it('is good for the client that it names, and for no other', async () => {
    const [one, other] = [await openClient(), await openClient()]
    const token = (await signIn(one.clientId, one.secret))!
    expect(await findCaller(token, Date.now())).toEqual({
      clientId: one.clientId,
      organisationId,
      mode: 'test',
      scopes: ['addresses'],
    })
    const random = token.slice(0, 43)
    for (const forged of [random, random + other.clientId, `${token}-`, 'x'.repeat(43) + one.clientId])
      expect(await isIn(forged, Date.now())).toBe(false)
  })

  it('is good for two hours', async () => {
    const { clientId, secret } = await openClient()
    const token = await signIn(clientId, secret)
    const twoHoursLaterMs = Date.now() + 120 * minuteMs
    expect(await isIn(token, twoHoursLaterMs - minuteMs)).toBe(true)
    expect(await isIn(token, twoHoursLaterMs + 1000)).toBe(false)
  })

  it('of a client that was removed is not good for a later one of the same name and secret', async () => {
    process.env.ALLOW_FIXED_SECRETS = 'true'
    const again = { organisationId, mode: 'test', scopes: ['addresses'], clientId: 'again', secret: 'same' }
    const open = () => onboard.createClient({ command: 'createClient', ...again } as never)
    await open()
    const token = await signIn('again', 'same')
    await onboard.removeClient({ command: 'removeClient', clientId: 'again' })
    await pause(2)
    await open()
    expect(await isIn(token, Date.now())).toBe(false)
  })

  const liveIn = (token: string | undefined) => isIn(token, Date.now() + minuteMs)

  it('lives as long as its secret: through one rotation, not through two', async () => {
    const { clientId, secret } = await openClient()
    const token = await signIn(clientId, secret)
    const rotate = () => onboard.rotateSecret({ command: 'rotateSecret', clientId })
    const { secret: second } = await rotate()
    const other = await signIn(clientId, second)
    expect([await liveIn(token), await liveIn(other)]).toEqual([true, true])
    await rotate()
    expect(await isIn(token, Date.now() + 2 * minuteMs)).toBe(false)
    expect(await isIn(other, Date.now() + 2 * minuteMs)).toBe(true)
  })
})
