import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { beforeAll, expect, it } from 'vitest'
import type { Action } from '../../../shared/http/action.ts'
import { parseInput } from '../../../shared/http/parse-input.ts'
import { chooseAction, createHandler, publicPorts } from '../../../shared/http/serve.ts'
import { limitPosts } from '../../../shared/link/limits.ts'
import { type Link, type LinkPurpose, purposes } from '../../../shared/link/link.ts'
import { linkUrl, resolveLink } from '../../../shared/link/resolve.ts'
import { linkRoutes } from '../../../shared/link/routes.ts'
import { addLink } from '../../../shared/link/store.ts'
import { acceptedAddress, acceptedEmployment } from '../../support/links.ts'
import { startTable } from '../../support/table.ts'
import { openAwsEndpoint } from '../aws/endpoint.ts'

beforeAll(async () => {
  await startTable()
  const aws = await openAwsEndpoint()
  aws.answer(() => ({ SecretString: 'a key of the stage' }))
  Object.assign(process.env, {
    LINK_SECRET: 'link-secret',
    PAGES_URL: 'https://pages.example',
    SOURCE_ADDRESS_KEY: 'arn:aws:kms:us-east-1:111122223333:key/one',
  })
})

/** Answers as the pages do: 303 where a form is stored, 400 where it has an error, 404 to a link that is not ours. */
const answerOf =
  (purpose: LinkPurpose): Action<typeof linkRoutes.postAttestPage> =>
  async ({ params, form, nowMs }) => {
    const { kind } = await resolveLink(purpose, params.token, nowMs)
    if (kind !== 'open') return { status: 404 }
    return { status: form.answer === 'yes' ? 303 : 400 }
  }

const handlerOf = (action: object) =>
  createHandler({ ...publicPorts, log: () => {} }, [
    chooseAction(linkRoutes, action),
    limitPosts,
    parseInput(publicPorts),
  ])
const handlers = {
  applicant: handlerOf({ postApplicantPage: answerOf('applicant') }),
  attest: handlerOf({ postAttestPage: answerOf('attest') }),
}

const post = async (path: string, body: string): Promise<number | undefined> => {
  const event = {
    version: '2.0',
    rawPath: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    pathParameters: { token: path.split('/').at(-1) },
    body,
    isBase64Encoded: false,
    requestContext: {
      requestId: 'request-1',
      domainName: 'pages.example',
      http: { method: 'POST', sourceIp: '198.51.100.7' },
    },
  } as unknown as APIGatewayProxyEventV2
  const handler = path.startsWith(purposes.attest.path) ? handlers.attest : handlers.applicant
  return (await handler(event, {} as Context)).statusCode
}

const pathOf = async (link: Link | string): Promise<string> => {
  if (typeof link === 'string') throw new Error(link)
  return new URL(await linkUrl(link)).pathname
}

/** Statuses in the order in which they first came, each with how often. */
const tally = (statuses: readonly (number | undefined)[]) =>
  [...new Set(statuses)].map(status => [status, statuses.filter(each => each === status).length])

it('ten thousand posts with made-up links shut out nobody behind the same address whose link is ours', async () => {
  const nowMs = Date.now()
  const order = { channel: 'sms', by: 'service' } as const
  const [address, employment] = [await acceptedAddress(nowMs), await acceptedEmployment(nowMs)]
  const applicant = await pathOf(await addLink(address.key, { ...order, purpose: 'applicant' }, nowMs))
  const employer = await pathOf(await addLink(employment.key, { ...order, purpose: 'attest' }, nowMs))
  const madeUp: (number | undefined)[] = []
  for (let count = 0; count < 5000; count++) {
    madeUp.push(await post(`/v1/applicant/${'a'.repeat(48)}${count + 10_000}`, 'answer=yes'))
    madeUp.push(await post(`/v1/attest/${'b'.repeat(48)}${count + 10_000}`, 'answer=yes'))
  }
  expect(tally(madeUp)).toEqual([
    [404, 300],
    [429, 9700],
  ])
  expect(await post(applicant, 'answer=yes')).toBe(303)
  expect(await post(employer, 'answer=yes')).toBe(303)
  expect(await post(`/v1/applicant/${'c'.repeat(53)}`, 'answer=yes')).toBe(429)
})

it('a link of ours is limited by itself', async () => {
  const nowMs = Date.now()
  const { key } = await acceptedAddress(nowMs)
  const link = await pathOf(
    await addLink(key, { channel: 'sms', by: 'service', purpose: 'applicant' }, nowMs),
  )
  const statuses: (number | undefined)[] = []
  for (let count = 0; count < 40; count++) statuses.push(await post(link, 'answer=perhaps'))
  expect(tally(statuses)).toEqual([
    [400, 30],
    [429, 10],
  ])
})
