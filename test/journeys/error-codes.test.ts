import { DynamoDBClient, DynamoDBServiceException, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { marshall } from '@aws-sdk/util-dynamodb'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { afterAll, expect, it, vi } from 'vitest'
import { handler as createToken } from '../../functions/api/token.ts'
import { handler as beginSignIn } from '../../functions/pages/session/sign-in.ts'
import { maxCaseNotes } from '../../shared/case/note-store.ts'
import { incomingKey, uploadName } from '../../shared/evidence/photo.ts'
import { type ProblemCode, problems } from '../../shared/http/contract/problem.ts'
import type { ApiHandler } from '../../shared/http/serve.ts'
import { identityProducts } from '../../shared/identity/products.ts'
import { dynamodb } from '../../shared/table/dynamodb.ts'
import { verificationKey } from '../../shared/verification/kinds.ts'
import { clientSettings } from '../infra/emulator/environment.ts'
import { type Answer, type ApiClient, apiClient, call } from '../support/api-client.ts'
import { openBrowser } from '../support/browser-session.ts'
import { enrolledDevice, recordPhotos, sendPhoto, sha256Of, takePhoto } from '../support/capture.ts'
import { onceTold } from '../support/disputes.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import {
  approval,
  againstFinding,
  openWork,
  reportedWork,
  visitReport,
  worker,
} from '../support/fieldwork.ts'
import { freePort } from '../support/free-port.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'
import { executable, jpegOf, pngThatSays } from '../support/pictures.ts'
import { reachTable } from '../support/reach-table.ts'
import { chooseAtIssuer, signIn } from '../support/sign-in.ts'
import { bucketOf } from '../support/stored-items.ts'

/* Every code of the catalogue is brought about, or this does not compile. `limits.test.ts` has the one left out. */

/** Who is not let in any more, and is to be again. */
let disabled: string | undefined

const world = await joinWorld()
afterAll(async () => {
  if (disabled) await world.administer({ command: 'enablePerson', personId: disabled })
})
const test = await world.client('local-test')
const live = await world.client('local-live')
const agent = await worker(world, 'an-agent', ['agent'])
const caller = await worker(world, 'who-calls-employers', ['agent'])
const both = await worker(world, 'agent-and-reviewer', ['agent', 'reviewer'])
const operator = await worker(world, 'an-operator', ['operator'])
await reachTable(world.emulator)
Object.assign(process.env, { SOURCE_ADDRESS_KEY: 'a-key', STAGE: 'local' })

const [nin] = identityProducts
const { person, numbers } = nin!.sandbox
const claim = { firstname: person.firstname, lastname: person.lastname }
const lookUp = (number: string) => test.post(`/v1/ng/identities/nin/${number}`, claim)

let count = 0
/** An endpoint with a URL of its own. */
const register = (): Promise<Answer> => test.post('/v1/webhooks', { url: `http://localhost:4000/${++count}` })

/** The same request until the answer is a refusal. */
const untilRefused = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (let round = 0; round < 40; round++) {
    const answer = await ask()
    if (answer.status >= 400) return answer
  }
  throw new Error('Nothing was refused')
}

const ordered = async (phone = applicant.phone): Promise<number> => {
  const order = addressOrder({ allowRevisit: true, applicant: { ...applicant, phone } })
  return (await test.post('/v1/addresses', order)).body.id
}

const complete = (id: number, subStatus: string) =>
  test.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus })

const dispute = (id: number, reason = 'It is not so.', by = test) =>
  onceTold(() => by.post(`/v1/addresses/${id}/dispute`, { reason }))

const decided = async (): Promise<number> => {
  const id = await ordered()
  const isDecided = async () => (await test.get(`/v1/addresses/${id}`)).body.status.state === 'COMPLETE'
  await eventually(isDecided, 'a decision')
  return id
}

const approve = approval
const decide = (assignment: string, decision: object) =>
  both.post(`/v1/operations/assignments/${assignment}/decision`, decision)

/** One request to a function that runs in this process. */
const askInProcess = async (handler: ApiHandler, method: string, sent: object): Promise<Answer> => {
  const http = { method, sourceIp: '127.0.0.1' }
  const requestContext = { requestId: 'request-1', domainName: 'localhost', http }
  const event = { ...sent, requestContext } as unknown as APIGatewayProxyEventV2
  const { statusCode, headers, body } = await handler(event, {} as Context)
  return {
    status: statusCode!,
    headers: new Headers(headers as Record<string, string>),
    body: JSON.parse(body!),
  }
}

/** Asking for a token, by the function itself in this process, at a table that answers nothing but this error. */
const createTokenWhile = async (name: string): Promise<Answer> => {
  const said = { name, message: 'quotes 08031234567', $fault: 'client', $metadata: {} } as const
  using _ = vi.spyOn(dynamodb(), 'send').mockRejectedValue(new DynamoDBServiceException(said))
  const body = JSON.stringify({ clientId: 'local-test', secret: 'local-test-secret' })
  return await askInProcess(createToken, 'POST', { headers: { 'content-type': 'application/json' }, body })
}

/** Begins to sign in, by the function itself, with an issuer that is not there. */
const beginWithoutIssuer = async (): Promise<Answer> => {
  const provider = { issuer: `http://127.0.0.1:${await freePort()}`, clientId: 'pages', secretName: null }
  const what = { groupsClaim: 'groups', roles: {}, url: 'http://localhost' }
  process.env.SIGN_IN = JSON.stringify({ ...provider, ...what })
  return askInProcess(beginSignIn, 'GET', { headers: {} })
}

const signedIn = async (personId: string): Promise<string> =>
  (await (await signIn(world, personId)).get('/v1/session')).body.id

/** A second request with the key of one that a registry keeps waiting. */
const askTwice = async (): Promise<Answer> => {
  world.simulator.behave('slow')
  const before = world.simulator.calls.nin!
  const ask = () => live.post('/v1/ng/identities/nin/70000001000', claim, { 'idempotency-key': 'in-flight' })
  const first = ask()
  await eventually(() => world.simulator.calls.nin! > before, 'the first question')
  const second = await ask()
  await first
  world.simulator.behave('answer')
  return second
}

const claimed = async (
  by: ApiClient,
  ...ordered: readonly [path?: string, order?: object]
): Promise<string> => {
  const { assignment } = await openWork(world, ...ordered)
  await by.post(`/v1/operations/assignments/${assignment}/claim`)
  return assignment
}

const claimedEmployment = (by: ApiClient): Promise<string> =>
  claimed(by, '/v1/employments', employmentOrder({ allowRevisit: true }))

const photo = jpegOf(640, 480)

/** A visit that an agent of its own holds, and the device they take photos with. */
const heldVisit = async () => {
  const photographer = await worker(world, `photographer-${++count}`, ['agent'])
  const assignment = await claimed(photographer)
  return { photographer, assignment, device: await enrolledDevice(photographer) }
}

/** The same, with the record of a photo. */
const recordedPhoto = async () => {
  const { photographer, assignment, device } = await heldVisit()
  const signed = device.capture(assignment, photo)
  await recordPhotos(photographer, assignment, signed)
  return { photographer, assignment, signed }
}

const sentPhoto = async (bytes: Uint8Array): Promise<Answer> => {
  const { photographer, assignment, device } = await heldVisit()
  return sendPhoto(photographer, device, assignment, bytes)
}

const requests: Readonly<Record<Exclude<ProblemCode, 'too_many_claims'>, () => Promise<Answer>>> = {
  invalid_request: () => test.post('/v1/addresses', {}),
  sign_in_failed: () => call(`${world.url}/v1/session/callback?code=x&state=y`, 'GET'),
  unauthenticated: () => call(`${world.url}/v1/addresses`, 'GET'),
  spend_cap_reached: async () => {
    const client = { clientId: 'who-may-spend-nothing', secret: 'a-secret' }
    const scopes = ['addresses']
    await world.administer({ command: 'createClient', ...client, organisationId: 1, mode: 'test', scopes })
    await world.administer({ command: 'setSpendCap', clientId: client.clientId, amount: 0 })
    const capped = await apiClient(world.url, client.clientId, client.secret)
    return capped.post('/v1/addresses', addressOrder({ street: '1 Unaffordable Street' }))
  },
  product_not_enabled: async () => (await world.client('local-agent')).get('/v1/addresses'),
  client_suspended: async () => {
    const client = { clientId: 'who-is-suspended', secret: 'a-secret' }
    const scopes = ['addresses']
    await world.administer({ command: 'createClient', ...client, organisationId: 1, mode: 'test', scopes })
    const theirs = await apiClient(world.url, client.clientId, client.secret)
    await world.administer({ command: 'suspendClient', clientId: client.clientId })
    return theirs.get('/v1/addresses')
  },
  foreign_origin: async () =>
    (await signIn(world, 'agent-1')).request('DELETE', '/v1/session', undefined, {
      origin: 'https://a.example',
    }),
  no_role: async () => {
    disabled = await signedIn('agent-2')
    await world.administer({ command: 'disablePerson', personId: disabled })
    const { status, headers, body } = await chooseAtIssuer(openBrowser(), world, 'agent-2')
    return { status, headers, body: JSON.parse(body) }
  },
  not_stuck: async () => {
    const { assignment } = await openWork(world)
    return operator.post(`/v1/operations/stuck/${assignment}/mend`, { action: 'expire' })
  },
  not_found: () => test.get('/v1/addresses/1'),
  product_not_offered: () => test.post('/v1/ng/identities/bvn-premium/22222222222', claim),
  identity_not_found: () => lookUp(numbers.notFound),
  method_not_allowed: () => test.request('PUT', '/v1/addresses', {}),
  already_decided: async () => complete(await decided(), 'FAILED - NOT IN RESIDENCE'),
  not_disputable: async () => {
    const id = await ordered('08000001010')
    await test.request('DELETE', `/v1/addresses/${id}`)
    return dispute(id)
  },
  already_disputed: async () => {
    const id = await decided()
    await dispute(id)
    return dispute(id, 'Another reason.')
  },
  dispute_over: async () => {
    const id = await decided()
    const table = new DynamoDBClient(clientSettings(world.emulator))
    await table.send(
      new UpdateItemCommand({
        TableName: world.emulator.outputs.TableName!,
        Key: marshall(verificationKey({ organisationId: world.organisationId, mode: 'test' }, id)),
        // The ledger goes on to know when it was charged.
        UpdateExpression: 'SET chargedAt = updatedAt, updatedAt = :longAgo',
        ExpressionAttributeValues: { ':longAgo': { S: '2020-01-01T00:00:00.000Z' } },
      }),
    )
    return dispute(id)
  },
  decided_before: async () => {
    const { id, assignment } = await reportedWork(world, agent)
    await decide(assignment, approve)
    await dispute(id, 'It is not so.', live)
    return decide(`${assignment}-d1`, approve)
  },
  not_final: async () => {
    const { id } = await openWork(world)
    return live.get(`/v1/addresses/${id}/receipt`)
  },
  already_claimed: async () => {
    const assignment = await claimed(agent)
    return both.post(`/v1/operations/assignments/${assignment}/claim`)
  },
  lease_lost: async () => {
    const { assignment } = await openWork(world)
    return agent.post(`/v1/operations/assignments/${assignment}/report`, visitReport())
  },
  no_photos: async () => {
    const assignment = await claimedEmployment(agent)
    const record = (await enrolledDevice(agent)).capture(assignment, jpegOf(640, 480))
    return recordPhotos(agent, assignment, record)
  },
  already_reported: async () => {
    const { assignment } = await reportedWork(world, agent)
    return agent.post(`/v1/operations/assignments/${assignment}/report`, visitReport())
  },
  employer_reachable: async () => {
    const assignment = await claimedEmployment(caller)
    const report = { unreached: { comment: 'Nobody.' } }
    return caller.post(`/v1/operations/assignments/${assignment}/report`, report)
  },
  too_many_links: async () => {
    const assignment = await claimedEmployment(caller)
    const link = { purpose: 'attest', channel: 'email' }
    return untilRefused(() => caller.post(`/v1/operations/assignments/${assignment}/links`, link))
  },
  too_many_notes: async () => {
    const { assignment } = await reportedWork(world, agent)
    const write = () => operator.post(`/v1/operations/cases/${assignment}/notes`, { words: 'One more.' })
    for (let written = 1; written < maxCaseNotes; written++) await write()
    return untilRefused(write)
  },
  too_many_appointments: async () => {
    const assignment = await claimed(caller)
    const at = new Date(Date.now() + 3_600_000).toISOString()
    return untilRefused(() =>
      caller.post(`/v1/operations/assignments/${assignment}/appointment`, { at, isOnTheWay: true }),
    )
  },
  not_reported: async () => {
    const { assignment } = await openWork(world)
    return decide(assignment, approve)
  },
  own_visit: async () => {
    const { assignment } = await reportedWork(world, both)
    return decide(assignment, approve)
  },
  second_reviewer_needed: async () => {
    const { assignment } = await reportedWork(world, agent)
    const reject = { decision: 'reject', reason: 'CANNOT ACCESS ADDRESS', againstFinding }
    return untilRefused(() => decide(assignment, reject))
  },
  photo_missing: async () => {
    const { photographer, assignment } = await recordedPhoto()
    return takePhoto(photographer, assignment, photo)
  },
  photo_replaced: async () => {
    const { photographer, assignment } = await recordedPhoto()
    return takePhoto(photographer, assignment, executable())
  },
  photo_unreadable: () => sentPhoto(photo.subarray(0, 3000)),
  photo_too_large: () => sentPhoto(pngThatSays(10_000, 10_000)),
  photo_not_an_image: () => sentPhoto(executable()),
  checksum_mismatch: async () => {
    const { photographer, assignment, signed } = await recordedPhoto()
    // S3 lets nothing of the kind in: only somebody who may write to the bucket can bring it about.
    const [organisationId, verificationId] = assignment.split('-').map(Number) as [number, number]
    const key = { organisationId, mode: 'live', verificationId } as const
    const s3 = new S3Client({ ...clientSettings(world.emulator), forcePathStyle: true })
    const Key = incomingKey(key, uploadName({ sha256: sha256Of(photo), signed }))
    await s3.send(new PutObjectCommand({ Bucket: bucketOf(world), Key, Body: 'other bytes' }))
    return takePhoto(photographer, assignment, photo)
  },
  nothing_waits: async () => {
    const eventId = `evt_${await decided()}_completed`
    await eventually(async () => (await test.get(`/v1/events/${eventId}`)).status === 200, eventId)
    // It was registered after the event.
    const endpointId = (await register()).body.id
    return test.post('/v1/sandbox/clock', { to: 'next_attempt', eventId, endpointId })
  },
  not_cancellable: async () => test.delete(`/v1/addresses/${await decided()}`),
  too_many_webhooks: () => untilRefused(register),
  too_many_secrets: async () => {
    const [endpoint] = (await test.get('/v1/webhooks')).body.data
    return untilRefused(() => test.post(`/v1/webhooks/${endpoint.id}/secret`, {}))
  },
  webhook_exists: async () => {
    const [endpoint] = (await test.get('/v1/webhooks')).body.data
    return test.post('/v1/webhooks', { url: endpoint.url })
  },
  webhook_disabled: async () => {
    const [endpoint] = (await test.get('/v1/webhooks')).body.data
    await test.patch(`/v1/webhooks/${endpoint.id}`, { enabled: false })
    return test.post(`/v1/webhooks/${endpoint.id}/recover`, { since: new Date().toISOString() })
  },
  request_in_flight: askTwice,
  body_too_large: () => test.post('/v1/addresses', { padding: 'x'.repeat(300_000) }),
  unsupported_media_type: () => test.post('/v1/addresses', 'a=b', { 'content-type': 'text/plain' }),
  idempotency_key_reused: async () => {
    const order = (city: string) =>
      test.post('/v1/addresses', addressOrder({ city }), { 'idempotency-key': 'reused' })
    await order('Ikeja')
    return order('Lagos')
  },
  too_many_requests: () => lookUp(numbers.limited),
  internal: () => createTokenWhile('ValidationException'),
  record_unreadable: () => lookUp(numbers.unreadable),
  unavailable: () => createTokenWhile('ThrottlingException'),
  issuer_unavailable: () => beginWithoutIssuer(),
  registry_unavailable: () => lookUp(numbers.unavailable),
}

it.each(Object.keys(requests) as (keyof typeof requests)[])(
  'an integrator meets %s, with all that the catalogue says of it',
  async code => {
    const { status, title, retryable } = problems[code]
    const answer = await requests[code]()
    expect(answer.body).toMatchObject({ type: `urn:problem:${code}`, code, status, title, retryable })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('link')).toBe(`</v1/docs/error-codes#${code}>; rel="help"`)
    // Who may come again is told when.
    const isTimed = [409, 429, 503].includes(status) && retryable
    expect(answer.headers.has('retry-after')).toBe(isTimed)
  },
)
