import { createServer } from 'node:http'
import { close, listen } from '../support/listen.ts'

/** What a service answers to an operation: a JSON body, XML, an error by its code and status, or a page of somebody between. */
type Answer = object | string | Refusal | { readonly page: string; readonly status: number }

interface Refusal {
  readonly error: string
  readonly status: number
  readonly message?: string
}

/** By operation, and by what it asks for where that matters: `GetServiceQuota L-65B5C802`. */
export type Account = Readonly<Record<string, Answer>>

const isError = (answer: Answer): answer is Refusal => typeof answer === 'object' && 'error' in answer
const isPage = (answer: Answer): answer is { readonly page: string; readonly status: number } =>
  typeof answer === 'object' && 'page' in answer

const xmlOf = (stacks: string): string =>
  `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks>${stacks}</Stacks></DescribeStacksResult></DescribeStacksResponse>`

const stackXml = (name: string, status = 'CREATE_COMPLETE', more = ''): string =>
  `<member><StackName>${name}</StackName><StackId>arn:aws:cloudformation:eu-west-1:111122223333:stack/${name}/6f0d2a80</StackId><StackStatus>${status}</StackStatus><CreationTime>2026-11-01T00:00:00Z</CreationTime>${more}</member>`

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStacks.html */
export const stacksAnswer = (...names: readonly string[]): string =>
  xmlOf(names.map(name => stackXml(name)).join(''))

/** https://docs.aws.amazon.com/sns/latest/api/API_ListSubscriptionsByTopic.html. @param subscriptions by endpoint: `confirmed`, or not */
export const subscriptionsAnswer = (
  subscriptions: Readonly<Record<string, 'confirmed' | 'pending'>>,
): string => {
  const members = Object.entries(subscriptions).map(([endpoint, state], n) => {
    const arn = state === 'pending' ? 'PendingConfirmation' : `arn:aws:sns:eu-west-1:111122223333:topic:${n}`
    return `<member><Endpoint>${endpoint}</Endpoint><SubscriptionArn>${arn}</SubscriptionArn></member>`
  })
  return `<ListSubscriptionsByTopicResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><ListSubscriptionsByTopicResult><Subscriptions>${members.join('')}</Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`
}

export const bootstrapAnswer = (version: number, policies = ''): string =>
  xmlOf(
    stackXml(
      'CDKToolkit',
      'UPDATE_COMPLETE',
      `<Outputs><member><OutputKey>BootstrapVersion</OutputKey><OutputValue>${version}</OutputValue></member></Outputs><Parameters><member><ParameterKey>CloudFormationExecutionPolicies</ParameterKey><ParameterValue>${policies}</ParameterValue></member></Parameters>`,
    ),
  )

const restOperations: readonly (readonly [RegExp, string])[] = [
  [/^GET \/2016-08-19\/account-settings/, 'GetAccountSettings'],
  [/^GET \/v2\/email\/account/, 'GetAccount'],
  [/^GET \/v2\/email\/identities\//, 'GetEmailIdentity'],
  [/^HEAD \//, 'HeadBucket'],
]

const operationOf = (line: string, target: string | undefined, body: string): readonly string[] => {
  if (target !== undefined) {
    const operation = target.split('.').at(-1)!
    const { QuotaCode, TableName, SecretId, Domain } = JSON.parse(body) as Record<string, string>
    return [operation, QuotaCode ?? TableName ?? SecretId ?? Domain ?? '']
  }
  const [, operation] = restOperations.find(([pattern]) => pattern.test(line)) ?? []
  if (operation !== undefined) return [operation, line.replace(/\/$/, '').split('/').at(-1)!]
  const form = new URLSearchParams(body)
  return [form.get('Action') ?? line, form.get('StackName') ?? form.get('TopicArn')?.split(':').at(-1) ?? '']
}

const errorXml = (code: string, message: string): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`

const answeringXml: readonly string[] = ['DescribeStacks', 'ListSubscriptionsByTopic']

/** Answers AWS's own clients as an account would. What it has no answer for is not there. */
export const openAccount = async (account: Account) => {
  const asked = new Set<string>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const line = `${request.method} ${request.url!.split('?')[0]}`
    const target = request.headers['x-amz-target']?.toString()
    const [operation = '', of = ''] = operationOf(line, target, Buffer.concat(chunks).toString())
    asked.add(operation)
    const absent =
      operation === 'ListSubscriptionsByTopic'
        ? { error: 'NotFound', status: 404 }
        : { error: 'ResourceNotFoundException', status: operation === 'HeadBucket' ? 404 : 400 }
    const answer = account[`${operation} ${of}`] ?? account[operation] ?? absent
    if (isPage(answer)) {
      response.writeHead(answer.status, { 'content-type': 'text/html' })
      return response.end(answer.page)
    }
    if (!isError(answer)) return response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    const { error, status, message = error } = answer
    response.writeHead(status, { 'x-amzn-errortype': error })
    return response.end(
      answeringXml.includes(operation)
        ? errorXml(error, message)
        : JSON.stringify({ __type: error, message }),
    )
  })
  const endpoint = await listen(server)
  const config = { region: 'eu-west-1', endpoint, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } }
  return { config, asked, [Symbol.asyncDispose]: () => close(server) }
}
