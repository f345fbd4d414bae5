/** A small CDK app, synthesised and hosted: what the tests of the emulator stand on. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { AttributeType, BillingMode, Table, type TableProps } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  CfnEventSourceMapping,
  Code,
  type FunctionProps,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../infra/emulator/emulator.ts'

/** A folder that is gone after the test file. */
export const temporaryFolder = (): { path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'emulator-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export type Define = (stack: Stack, lambda: DefineFunction) => void
export type DefineFunction = (
  id: string,
  source: string,
  props?: Partial<FunctionProps> & { readonly may?: readonly PolicyStatement[] },
) => LambdaFunction

export const allow = (actions: readonly string[], ...resources: readonly string[]): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources: [...resources] })

/** Synthesises an app of one stack into the folder; function sources are ES modules with an export `handler`. */
export const synthesise = (folder: string, define: Define, props: StackProps = {}): string => {
  const assembly = join(folder, 'cdk.out')
  const app = new App({ outdir: assembly, analyticsReporting: false, builtinCloudFormationValidation: false })
  const stack = new Stack(app, 'Service', props)
  define(stack, functionFactory(stack, folder))
  app.synth()
  return assembly
}

/** Functions are usually bundled; these find the SDK where it is installed. */
const withSdk = (source: string): string =>
  source.replace(
    /'(@aws-sdk\/[\w-]+)'/g,
    (_whole, name: string) => `'${createRequire(import.meta.url).resolve(name)}'`,
  )

/** Writes the code of a function into a folder of its own. */
export const writeCode = (folder: string, id: string, source: string): string => {
  const code = join(folder, 'code', id)
  mkdirSync(code, { recursive: true })
  writeFileSync(join(code, 'index.mjs'), withSdk(source))
  return code
}

export const functionFactory =
  (scope: Construct, folder: string): DefineFunction =>
  (id, source, { may = [], ...props } = {}) =>
    new LambdaFunction(scope, id, {
      runtime: Runtime.NODEJS_22_X,
      handler: 'index.handler',
      code: Code.fromAsset(writeCode(folder, id, source)),
      timeout: Duration.seconds(10),
      role: roleOf(scope, `${id}Role`, 'lambda', may),
      ...props,
    })

export const roleOf = (
  scope: Construct,
  id: string,
  service: string,
  may: readonly PolicyStatement[],
): Role =>
  new Role(scope, id, {
    assumedBy: new ServicePrincipal(`${service}.amazonaws.com`),
    inlinePolicies: may.length === 0 ? {} : { may: new PolicyDocument({ statements: [...may] }) },
  })

/** With the partition key `pk`. */
export const tableOf = (scope: Construct, id: string, props: Partial<TableProps> = {}): Table =>
  new Table(scope, id, {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    ...props,
  })

const consume = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
const follow = ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream']

export const mayConsume = (queue: IQueue): PolicyStatement => allow(consume, queue.queueArn)
export const mayFollow = (table: Table): PolicyStatement => allow(follow, table.tableStreamArn ?? '')

/** Feeds the function from a queue or a stream; it reports the items that failed. */
export const feed = (
  { functionArn, node }: LambdaFunction,
  eventSourceArn: string | undefined,
  props: Partial<ConstructorParameters<typeof CfnEventSourceMapping>[2]> = {},
): CfnEventSourceMapping =>
  new CfnEventSourceMapping(node.scope!, `${node.id}Mapping`, {
    functionName: functionArn,
    eventSourceArn: eventSourceArn ?? '',
    functionResponseTypes: ['ReportBatchItemFailures'],
    ...props,
  })

/** A workflow that may call these functions. */
export const workflowOf = (
  stack: Stack,
  id: string,
  definition: object,
  called: readonly LambdaFunction[],
): CfnStateMachine => {
  const arns = called.map(({ functionArn }) => functionArn)
  const may = arns.length === 0 ? [] : [allow(['lambda:InvokeFunction'], ...arns)]
  return new CfnStateMachine(stack, id, {
    definitionString: stack.toJsonString(definition),
    roleArn: roleOf(stack, `${id}Role`, 'states', may).roleArn,
  })
}

/** A state that calls the function, or hands it a token and waits until that comes back. */
export const callOf = ({ functionArn }: LambdaFunction, payload: object, waits = false) => ({
  Type: 'Task',
  Resource: `arn:aws:states:::lambda:invoke${waits ? '.waitForTaskToken' : ''}`,
  Parameters: { FunctionName: functionArn, Payload: payload },
  ResultPath: null,
})

export interface World {
  emulator: Emulator
  logs: string[]
  assembly: string
  stop(): Promise<void>
}

/** Synthesises and hosts in one go; `stop` removes everything. */
export const startWorld = async (define: Define, options: Partial<EmulatorOptions> = {}): Promise<World> => {
  const folder = temporaryFolder()
  const assembly = synthesise(folder.path, define)
  const logs: string[] = []
  const emulator = await startEmulator({ assembly, writeLog: line => logs.push(line), ...options })
  return {
    emulator,
    logs,
    assembly,
    stop: async () => {
      await emulator.stop()
      folder.remove()
    },
  }
}

/** Settings of an SDK client that is the emulator's administrator. */
export const clientSettings = ({ environment }: Pick<Emulator, 'environment'>) => ({
  region: environment.AWS_REGION ?? '',
  endpoint: environment.AWS_ENDPOINT_URL ?? '',
  credentials: {
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: environment.AWS_SESSION_TOKEN ?? '',
  },
})

/** Asks until there is an answer; fails after the given time with what it waited for. */
export const eventually = async <T>(
  what: string,
  ask: () => Promise<T | undefined>,
  seconds = 100,
): Promise<T> => {
  const giveUpAt = Date.now() + seconds * 1000
  while (Date.now() < giveUpAt) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`Waited ${seconds} seconds in vain for ${what}`)
}
