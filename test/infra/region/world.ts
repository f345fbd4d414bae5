/** A small CDK app, synthesised and hosted: what the tests of the laptop's region stand on. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { Code, type FunctionProps, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { type Region, type RegionOptions, startRegion } from '../../../infra/region/region.ts'

/** A folder that is gone after the test file. */
export const temporaryFolder = (): { path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'region-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export type Define = (stack: Stack, lambda: DefineFunction) => void
export type DefineFunction = (id: string, source: string, props?: Partial<FunctionProps>) => LambdaFunction

/** Synthesises an app of one stack into the folder; function sources are ES modules with an export `handler`. */
export const synthesise = (folder: string, define: Define, props: StackProps = {}): string => {
  const assembly = join(folder, 'cdk.out')
  const app = new App({ outdir: assembly, analyticsReporting: false, builtinCloudFormationValidation: false })
  const stack = new Stack(app, 'Service', props)
  define(stack, functionFactory(stack, folder))
  app.synth()
  return assembly
}

export const functionFactory =
  (scope: Construct, folder: string): DefineFunction =>
  (id, source, props) => {
    const code = join(folder, 'code', id)
    mkdirSync(code, { recursive: true })
    writeFileSync(join(code, 'index.mjs'), source)
    return new LambdaFunction(scope, id, {
      runtime: Runtime.NODEJS_22_X,
      handler: 'index.handler',
      code: Code.fromAsset(code),
      timeout: Duration.seconds(10),
      ...props,
    })
  }

export interface World {
  region: Region
  logs: string[]
  assembly: string
  stop(): Promise<void>
}

/** Synthesises and hosts in one go; `stop` removes everything. */
export const startWorld = async (define: Define, options: Partial<RegionOptions> = {}): Promise<World> => {
  const folder = temporaryFolder()
  const assembly = synthesise(folder.path, define)
  const logs: string[] = []
  const region = await startRegion({ assembly, writeLog: line => logs.push(line), ...options })
  return {
    region,
    logs,
    assembly,
    stop: async () => {
      await region.stop()
      folder.remove()
    },
  }
}

/** Settings of an SDK client that is the region's administrator. */
export const clientSettings = ({ environment }: Region) => ({
  region: environment.AWS_REGION ?? '',
  endpoint: environment.AWS_ENDPOINT_URL_SQS ?? '',
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
  seconds = 20,
): Promise<T> => {
  const giveUpAt = Date.now() + seconds * 1000
  while (Date.now() < giveUpAt) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`Waited ${seconds} seconds in vain for ${what}`)
}
