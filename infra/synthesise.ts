import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { App, Tags } from 'aws-cdk-lib'
import { type Bundles, bundle, listSiteFiles } from './constructs/bundle.ts'
import { entries } from './constructs/entries.ts'
import { keptOutputs } from './constructs/kept-outputs.ts'
import { buildSite, siteSettings } from './docs/site.ts'
import { DocsStack } from './stacks/docs-stack.ts'
import { IdentityStack } from './stacks/identity-stack.ts'
import { LinkStack } from './stacks/link-stack.ts'
import { MonitoringStack } from './stacks/monitoring-stack.ts'
import { OperationsStack } from './stacks/operations-stack.ts'
import { OutboxStack } from './stacks/outbox-stack.ts'
import { PagesStack } from './stacks/pages-stack.ts'
import { PlatformStack } from './stacks/platform-stack.ts'
import { RoutesStack } from './stacks/routes-stack.ts'
import { StatefulStack } from './stacks/stateful-stack.ts'
import { TrustStack } from './stacks/trust-stack.ts'
import { VerificationStack } from './stacks/verification-stack.ts'
import { WebhookStack } from './stacks/webhook-stack.ts'
import { refuseWrongStage, type StageSettings } from './stage-settings.ts'
import { version } from './version.ts'

export interface SynthesisOptions {
  /** The folder whose files the functions are bundled from: by default our own. */
  readonly functionsFolder?: string
  /** Made earlier, for a caller that synthesises several times: bundling takes longer than all the rest. */
  readonly bundles?: Bundles | undefined
  /** Whether CDK checks the templates against CloudFormation's schemas: three of four seconds, so for deployments only. */
  readonly isChecked?: boolean
}

const ownFunctions = join(import.meta.dirname, '../functions')

/** The image library as it was published, for any processor: its threads load its file by name, so no bundle can hold it. */
const vipsFiles = (): ReadonlyMap<string, Buffer> => {
  const root = dirname(dirname(createRequire(import.meta.url).resolve('wasm-vips')))
  const names = ['lib/vips-node.mjs', 'lib/vips.wasm', 'LICENSE', 'THIRD-PARTY-NOTICES.md']
  return new Map(names.map(name => [name.replace('lib/', ''), readFileSync(join(root, name))]))
}

export const bundleAll = (
  settings: StageSettings,
  outputFolder: string,
  functionsFolder = ownFunctions,
): Bundles => {
  const options = siteSettings(settings)
  const pages = keptOutputs({ folders: ['functions', 'shared', 'infra'], options }, () =>
    listSiteFiles(entries, buildSite(options)),
  )
  const images = listSiteFiles(['evidence/re-encode'], vipsFiles)
  const mayBeKept = functionsFolder === ownFunctions
  return bundle(entries, { functionsFolder, outputFolder, site: [...pages, ...images], mayBeKept })
}

/** What the service does, a stack for each noun. None depends on another. */
const nouns = [
  VerificationStack,
  OperationsStack,
  IdentityStack,
  LinkStack,
  WebhookStack,
  OutboxStack,
  TrustStack,
  DocsStack,
  PagesStack,
  MonitoringStack,
]

/**
 * The CDK app of one stage, ready to synthesise. Needs no account, no network and no Docker. How it is cut into stacks:
 *
 * - What must survive is alone in `stateful`: a stage can lose any other stack and make it again.
 * - What all others name is in `platform`: the gateway, the topics of alarms, sign-in. An alarm that takes back a change of
 *   any function is there before that function.
 * - The rest is cut by noun. One stack would hold several times the 500 resources that CloudFormation takes
 *   (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html), and one failure would take
 *   back the change of everything. New code of a function changes one stack.
 * - All routes are in `routes`, deployed last: they are changed one after the other, and lead only to what is there.
 *
 * Each is deployed after those that it depends on; the nouns side by side.
 */
export const appOf = (settings: StageSettings, outdir: string, options: SynthesisOptions = {}): App => {
  refuseWrongStage(settings)
  const { functionsFolder = ownFunctions, isChecked = false } = options
  const { bundles = bundleAll(settings, `${outdir}/functions`, functionsFolder) } = options
  const app = new App({
    outdir,
    // Set here and not in cdk.json, so that the laptop and the tests synthesise what the CLI does.
    context: { '@aws-cdk/aws-iam:minimizePolicies': true },
    autoSynth: false,
    analyticsReporting: false,
    treeMetadata: false,
    builtinCloudFormationValidation: isChecked,
  })
  Tags.of(app).add('stage', settings.name)
  const context = { settings, version, bundles }
  const stateful = new StatefulStack(app, settings)
  const platform = new PlatformStack(app, context)
  platform.addStackDependency(stateful)
  const routes = new RoutesStack(app, context)
  for (const NounStack of nouns) {
    const stack = new NounStack(app, context)
    stack.addStackDependency(platform)
    routes.addStackDependency(stack)
  }
  return app
}

/**
 * Synthesises all stacks of a stage.
 * @returns the folder of the cloud assembly, with the bundled functions as its assets
 * @throws naming every function whose file is missing, or what is wrong with who signs people in
 */
export const synthesise = (settings: StageSettings, outdir: string, options: SynthesisOptions = {}): string =>
  appOf(settings, outdir, options).synth().directory
