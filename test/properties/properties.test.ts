import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ActionName, routes } from '../../shared/routes.ts'
import { eachOf } from '../hostile/wire.ts'
import { joinWorld } from '../support/environment.ts'
import { openAskers } from '../support/fieldwork.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { type Case, casesOf, type Known } from './cases.ts'
import { statedOfAnyText, statedReasons } from './stated-reasons.ts'

/*
 * Requests made of the document itself: what it allows is taken, or refused for a reason that it states; what it does
 * not allow is refused; and every answer is one of its own, which the client sees to. `CASES=20000 SEED=7` for more.
 */

const cases = Number(process.env.CASES ?? 800)
const seed = Number(process.env.SEED ?? 2026)

const world = await joinWorld()
const askerOf = await openAskers(world)
const made = async (path: string, body: object): Promise<number[]> => {
  const { status, body: thing } = await askerOf(path).post(path, body)
  expect(status).toBe(201)
  return [thing.id]
}
const addresses = await made('/v1/addresses', addressOrder())
const { url } = await world.receiver()
const ids = {
  '/v1/addresses': addresses,
  '/v1/employments': await made('/v1/employments', employmentOrder()),
  '/v1/webhooks': await made('/v1/webhooks', { url: `${url}/first` }),
  '/v1/events': [`evt_${addresses[0]}_completed`],
  '/v1/sandbox/verifications': addresses,
}
const known: Known = { ids, urls: [url, `${url}/other`] }

/** The schemas count characters, the service what UTF-16 has for them; a half of a pair is no character. */
const isBeyondSchema = (body: unknown): boolean =>
  /[\ud800-\udfff]|\\ud[89a-f]/.test(JSON.stringify(body) ?? '')

const isStated = (error: string, { body }: Case): boolean =>
  statedReasons.some(form => form.test(error)) || (isBeyondSchema(body) && statedOfAnyText.test(error))

interface FieldError {
  readonly pointer: string
  readonly code: string
}

/** What is wrong with how a request was judged; nothing, if all is well. */
const faultOf = (one: Case, status: number, body: { code?: string; errors?: readonly FieldError[] }) => {
  if (status >= 500 && !/^(registry_unavailable|record_unreadable)$/.test(body.code!))
    return `failed: ${body.code}`
  if (!one.isValid) return status === 400 ? undefined : `was taken: ${status}`
  if (status !== 400) return undefined
  const errors = (body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)
  const unstated = errors.filter(error => !isStated(error, one))
  return errors.length > 0 && unstated.length === 0 ? undefined : `refused for ${unstated.join(', ')}`
}

const judge = async (one: Case): Promise<string | undefined> => {
  try {
    const text = one.body === undefined ? undefined : JSON.stringify(one.body)
    // What our own pages alone ask says whose page asks.
    const { status, body } = await askerOf(one.path).request(one.method, one.path, text, {
      origin: world.url,
    })
    return faultOf(one, status, body)
  } catch (error) {
    return (error as Error).message
  }
}

const deletes = (action: ActionName): boolean => routes[action].method === 'DELETE'

// Signing in is limited by its wrong secrets; a photo's link answers with a place elsewhere. What deletes comes last.
const actions = (Object.keys(routes) as ActionName[])
  .filter(action => action !== 'createToken' && action !== 'getFile')
  .toSorted((one, other) => Number(deletes(one)) - Number(deletes(other)))

it('holds for every request that can be made of the document', async () => {
  const each = Math.ceil(cases / actions.length)
  const all = actions.flatMap(action => fc.sample(casesOf(action, known), { numRuns: each, seed }))
  const faults: string[] = []
  await eachOf(all, 2, async one => {
    const fault = await judge(one)
    if (fault) faults.push(`${one.method} ${one.path} ${JSON.stringify(one.body)}: ${fault}`)
  })
  console.log(
    `${all.length} requests, ${all.filter(({ isValid }) => isValid).length} of them valid; seed ${seed}`,
  )
  expect(faults).toEqual([])
  expect(all.length).toBeGreaterThanOrEqual(cases)
}, 1_200_000)
