import { SendTaskSuccessCommand, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn'
import type { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { type QueueRecord, visibilitySeconds } from '../../shared/aws/batch.ts'
import { services } from '../../shared/aws/services.ts'
import { sqs } from '../../shared/aws/sqs.ts'
import { sfn } from '../../shared/aws/state-machine.ts'
import { type HttpRequest, transport } from '../../shared/aws/transport.ts'
import { dueSeconds, expirySeconds } from './plan.ts'
import type { Call } from './scheduler.ts'
import type { Fault, Queue, QueueName, World } from './world.ts'

/* AWS as the product's clients call it: SQS and Step Functions as models of these services, a secret and a bucket that
 * never fail. */

const arnOf = (name: QueueName): string => `arn:aws:sqs:us-east-1:111122223333:${name}`
const nameIn = (url: string): QueueName => url.slice(url.lastIndexOf('/') + 1) as QueueName

/** How often a queue delivers a message twice. */
const copyShare = 0.01
/** How often it stores all of a batch but one. */
const refusedShare = 0.005

interface Message {
  readonly body: string
  receives: number
  hiddenForSeconds: number
}

/** What Lambda makes of a queue and a function: a message is worked on at least once, in any order, and again if it fails. */
export const openQueue = (
  world: World,
  name: QueueName,
  work: (event: { readonly Records: readonly QueueRecord[] }) => Promise<{
    readonly batchItemFailures: readonly object[]
  }>,
): Queue => {
  const { clock, random } = world
  const received = new Map<string, Message>()
  /** Mostly at once, sometimes much later than what was sent after it. */
  const transitMs = (): number => (random() < 0.05 ? random() * 60_000 : random() * 300)

  const receive = async (message: Message): Promise<void> => {
    const receiptHandle = `${received.size + 1}`
    received.set(receiptHandle, message)
    message.receives++
    message.hiddenForSeconds = visibilitySeconds
    const record = {
      messageId: receiptHandle,
      receiptHandle,
      body: message.body,
      eventSourceARN: arnOf(name),
      attributes: { ApproximateReceiveCount: `${message.receives}` },
    }
    const end = await clock.contain(name, () => work({ Records: [record] }))
    const isDone = typeof end === 'object' && end.batchItemFailures.length === 0
    if (!isDone) clock.after(message.hiddenForSeconds * 1000, () => world.launch(receive(message)))
  }
  const deliver = (body: string, delaySeconds: number): void => {
    const message = { body, receives: 0, hiddenForSeconds: 0 }
    clock.after(delaySeconds * 1000 + transitMs(), () => world.launch(receive(message)))
  }
  return {
    send: (body, delaySeconds = 0) => {
      world.sent.push({ queue: name, body })
      const { send = (_: QueueName, sent) => sent }: Fault = world.fault ?? {}
      const stored = send(name, { body, delaySeconds })
      if (!stored) return
      deliver(stored.body, stored.delaySeconds)
      if (world.isCalm || random() >= copyShare) return
      world.copies++
      deliver(stored.body, stored.delaySeconds)
    },
    hide: (receipt, seconds) => {
      received.get(receipt)!.hiddenForSeconds = seconds
    },
  }
}

interface Entry {
  readonly Id?: string | undefined
  readonly MessageBody?: string | undefined
  readonly DelaySeconds?: number | undefined
}

const store = (world: World, name: QueueName, entries: readonly Entry[]) => {
  const isRefused = !world.isCalm && entries.length > 1 && world.random() < refusedShare
  const refused = isRefused ? entries.slice(0, 1) : []
  for (const { MessageBody = '', DelaySeconds = 0 } of entries.slice(refused.length))
    world.queues[name].send(MessageBody, DelaySeconds)
  return { Failed: refused.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false })) }
}

const named = (name: string): Error => Object.assign(new Error(name), { name })

/** An object that answered, as HTTP has it. */
const respond = (body: object) => ({
  response: { statusCode: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) },
})

/** Every client of this process calls the world that lives. */
let living: World | undefined

export const callWorld = (world: World | undefined): void => {
  living = world
}

const call = (what: string, perform: (world: World) => unknown, isRepeated = true): Promise<unknown> => {
  const world = living!
  const made: Call = { what: () => what, isRepeated, perform: () => perform(world) }
  return world.clock.call(made)
}

const sendToQueue = (command: SendMessageBatchCommand | SendMessageCommand): Promise<unknown> => {
  const name = nameIn(command.input.QueueUrl!)
  const entries = 'Entries' in command.input ? command.input.Entries! : [command.input as Entry]
  const bodies = entries.map(({ MessageBody }) => MessageBody)
  return call(`send to ${name}: ${bodies}`, world => store(world, name, entries))
}

const callWorkflow = (command: object): Promise<unknown> => {
  if (command instanceof StartExecutionCommand) {
    const { name = '', input = '' } = command.input
    return call(`start ${name}`, ({ workflow }) => {
      if (!workflow.start(name, input)) throw named('ExecutionAlreadyExists')
    })
  }
  if (command instanceof SendTaskSuccessCommand)
    return call(`end the wait ${command.input.taskToken}`, ({ workflow }) => {
      if (!workflow.succeed(command.input.taskToken!)) throw named('TaskTimedOut')
    })
  if (command instanceof StopExecutionCommand) {
    const name = command.input.executionArn!.split(':').at(-1)!
    return call(`stop ${name}`, ({ workflow }) => {
      if (!workflow.stop(name)) throw named('ExecutionDoesNotExist')
    })
  }
  throw new TypeError('A call that nobody makes')
}

const callOverHttp = async (request: HttpRequest): Promise<unknown> => {
  const operation = `${request.headers['x-amz-target']}`.split('.').at(-1)
  if (operation === 'GetSecretValue') return respond({ SecretString: 'a secret of the stage' })
  if (operation !== 'ChangeMessageVisibility') return respond({})
  const { QueueUrl, ReceiptHandle, VisibilityTimeout } = JSON.parse(`${request.body}`)
  const name = nameIn(QueueUrl)
  await call(`hide a message of ${name} for ${VisibilityTimeout} s`, ({ queues }) =>
    queues[name].hide(ReceiptHandle, VisibilityTimeout),
  )
  return respond({})
}

const queueUrl = (name: QueueName): string => `https://sqs.us-east-1.amazonaws.com/111122223333/${name}`

/** The settings of a stage, whose retries come sooner: a wait of a day is a hundred hops of the queue. */
const settings = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  STAGE: 'simulated',
  TABLE_NAME: 'in-memory',
  COMPLETIONS_QUEUE_URL: queueUrl('completions'),
  DELIVERIES_QUEUE_URL: queueUrl('deliveries'),
  SLOW_DELIVERIES_QUEUE_URL: queueUrl('slow-deliveries'),
  VISITS_QUEUE_URL: queueUrl('visits'),
  RECONCILIATIONS_QUEUE_URL: queueUrl('reconciliations'),
  MESSAGES_QUEUE_URL: queueUrl('messages'),
  WORKFLOW_ARN: 'arn:aws:states:us-east-1:111122223333:stateMachine:completion',
  MEDIA_BUCKET: 'media',
  MEDIA_URL: 'https://media.example',
  ID_NUMBER_SECRET: 'id-numbers',
  FILE_TOKEN_SECRET: 'file-tokens',
  PERSONAL_DATA_SECRET: 'personal-data',
  PRICES: JSON.stringify({ address: 2500, employment: 3000 }),
  MESSAGE_SENDERS: JSON.stringify({
    sender: null,
    smsOrigin: null,
    inTestMode: false,
    countries: [],
    limits: { perMatter: 1, perRecipient: 1, perClient: 1 },
  }),
  SIMULATED_AGENT_DELAY_SECONDS: '30',
  VERIFICATION_DUE_SECONDS: `${dueSeconds}`,
  VERIFICATION_EXPIRY_SECONDS: `${expirySeconds}`,
  WEBHOOK_RETRY_DELAYS_SECONDS: JSON.stringify([5, 60, 300, 600, 600, 700, 700, 700, 700]),
} as const

/** Turns this process into a stage whose clients call the world that lives. */
export const openStage = (): void => {
  // As an object of its own, which is read faster than the environment.
  process.env = { ...process.env, ...settings }
  Object.assign(sqs(), { send: sendToQueue })
  Object.assign(sfn(), { send: callWorkflow })
  for (const service of [services.sqs, services.secretsmanager])
    Object.assign(transport(service), { handle: callOverHttp })
}
