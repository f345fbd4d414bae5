import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { OperatorIdentity } from '../../shared/http/operator.ts'
import { searchFile } from '../../shared/mcp/tool.ts'
import type { DocumentAudience } from '../../shared/openapi/audience.ts'
import { integratorDocument, operatorDocument } from '../../shared/openapi.ts'
import { clientFiles } from '../clients/packages.ts'
import type { SiteFiles } from '../constructs/bundle.ts'
import { secretOf } from '../local/seed.ts'
import type { StageSettings } from '../stage-settings.ts'
import { version } from '../version.ts'
import { appFiles, bundleScript, bundleStylesheet } from '../web/app.ts'
import { buildFacts } from './facts.ts'
import {
  type Guide,
  type GuideName,
  guideNames,
  guidePath,
  guidesFolder,
  isForOperators,
  readGuide,
} from './guides.ts'
import { type DocsSite, guidePage } from './layout.ts'
import { referencePages } from './reference/pages.ts'
import { searchIndex } from './search-index.ts'
import { toolFiles } from './tools.ts'
import { buildVerifier } from './verifier.ts'

const web = join(import.meta.dirname, '../../functions/pages/web')

/** Made by `npm run pictures`. */
const pictures = join(guidesFolder, 'pictures')

const assetSources: Readonly<Record<string, string>> = {
  'docs.css': 'docs.css',
  'docs.js': 'docs.ts',
  'docs-try.js': 'docs-try.ts',
  'mark.svg': join(web, 'mark.svg'),
  ...Object.fromEntries(readdirSync(pictures).map(name => [name, join(pictures, name)])),
}

interface HashedAsset {
  /** With a hash of the bytes, so that browsers may cache it forever. */
  readonly name: string
  readonly gzipped: Buffer
}

const bytesOf = (name: string, file: string): Buffer => {
  if (name.endsWith('.css')) return Buffer.from(bundleStylesheet(file))
  return name.endsWith('.js') ? Buffer.from(bundleScript(file)) : readFileSync(file)
}

const readAsset = ([name, file]: [string, string]): [string, HashedAsset] => {
  const bytes = bytesOf(name, file)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const [stem, ending] = name.split(/\.(?=\w+$)/)
  return [name, { name: `${stem}.${hash}.${ending}`, gzipped: gzipSync(bytes, { level: 9 }) }]
}

/** The best takes four times as long as the second best, for two bytes of a hundred. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

const compressed = (name: string, text: string): readonly (readonly [string, Buffer])[] => [
  [`${name}.br`, brotliCompressSync(text, brotli)],
  [`${name}.gz`, gzipSync(text, { level: 9 })],
]

const openApi: Partial<Record<DocumentAudience, SiteFiles>> = {}
/** The OpenAPI document, which is the same for every stage: compressed once per process. */
const openApiFiles = (audience: DocumentAudience): SiteFiles => {
  const text = JSON.stringify(audience === 'integrator' ? integratorDocument : operatorDocument)
  openApi[audience] ??= new Map(compressed('openapi.json', text))
  return openApi[audience]
}

let assets: ReadonlyMap<string, HashedAsset> | undefined
/** Compressed once per process, which may synthesise several stages. */
const readAssets = (): ReadonlyMap<string, HashedAsset> => {
  assets ??= new Map(Object.entries(assetSources).map(readAsset))
  return assets
}

const operatorsPath = '/v1/docs/operators'

/** https://llmstxt.org */
const llmsText = (guides: readonly Guide[]): string => {
  const [start, ...others] = guides
  const lines = others.map(
    ({ name, title, summary }) => `- [${title}]({{origin}}${guidePath(name)}.md): ${summary}`,
  )
  return [
    `# Verification service\n\n> ${start!.summary}\n`,
    `- [OpenAPI document]({{origin}}/v1/openapi.json): every operation, field and problem`,
    `- [All guides in one text]({{origin}}/v1/llms-full.txt)`,
    `- [Tools, by the Model Context Protocol]({{origin}}/v1/mcp): order, read and look up in test mode; "For coding agents" says how to connect\n`,
    '## Guides\n',
    ...lines,
    '',
  ].join('\n')
}

const operatorsLlmsText = (guides: readonly Guide[]): string =>
  [
    '# Verification service, for operators\n',
    '> How to deploy and run the service, and the API of the people who work for it.\n',
    `- [OpenAPI document]({{origin}}${operatorsPath}/openapi.json): every operation, those of people and pages, too`,
    '- [What integrators read]({{origin}}/v1/llms.txt)\n',
    '## Guides\n',
    ...guides.map(
      ({ name, title, summary }) => `- [${title}]({{origin}}${operatorsPath}/${name}.md): ${summary}`,
    ),
    '',
  ].join('\n')

interface SiteFile {
  readonly pages: SiteFiles
  /** Operators' guides, reference and OpenAPI document, for who is signed in as one. */
  readonly operators: SiteFiles
  readonly assets: SiteFiles
  readonly llms: SiteFiles
  readonly llmsFull: SiteFiles
  readonly tools: SiteFiles
}

/** What everybody else sees instead of an operators' guide. */
const closed = (guide: Guide): Guide => ({
  ...guide,
  markdown: `# ${guide.title}\n\nThis guide is for the operator of this service. [Sign in](/v1/session/sign-in?returnTo=${operatorsPath}/${guide.name}) to read it.\n`,
})

const toGuide = /(?<=["(])\/v1\/docs\/(?=([a-z-]+))/g
const toOperatorsGuide = (path: string, name: string): string =>
  isForOperators(name) || /^(reference|search)/.test(name) ? `${operatorsPath}/` : path

/** The local environment's client in test mode. */
const sandboxClient = 'local-test'

/** A guide names pictures by their path in the repository, so that GitHub shows them, too. */
const toPicture = /(?<=\]\()pictures\/([\w.-]+)/g

/** All of a stage that its pages follow from. */
export interface SiteSettings extends Pick<StageSettings, 'name' | 'operator' | 'seed'> {
  readonly facts: Readonly<Record<string, string>>
  /** Of the release. */
  readonly version: string
}

export const siteSettings = (stage: StageSettings): SiteSettings => {
  const { name, operator, seed } = stage
  return { name, operator, seed, facts: buildFacts(stage), version }
}

/** @throws where a guide names an unknown fact */
export const renderSite = ({ facts, name: stage, seed, version: release }: SiteSettings): SiteFile => {
  const files = readAssets()
  const asset = (name: string): string => `/v1/docs/assets/${files.get(name)!.name}`
  const guides = guideNames
    .map(name => readGuide(name, facts))
    .map(guide => ({ ...guide, markdown: guide.markdown.replace(toPicture, (_, name) => asset(name)) }))
  // The local environment needs no sign-in: an operator reads how to make a first stage before there is one.
  const open = guides.filter(({ name }) => stage === 'local' || !isForOperators(name))
  const site = (listed: readonly Guide[], audience: DocumentAudience = 'integrator'): DocsSite => ({
    guides: new Map<GuideName, Guide>(listed.map(guide => [guide.name, guide])),
    asset,
    audience,
    version: release,
    ...(seed && { credentials: { clientId: sandboxClient, secret: secretOf(sandboxClient) } }),
  })
  const filesOf = (guide: Guide, shown: DocsSite): [string, string][] => [
    [`${guide.name}.html`, guidePage(guide, shown)],
    [`${guide.name}.md`, guide.markdown],
  ]
  const forOperators = guides.filter(({ name }) => isForOperators(name))
  const whole = site(guides, 'operator')
  const index = searchIndex(open, 'integrator')
  const operators = [...forOperators.flatMap(guide => filesOf(guide, whole)), ...referencePages(whole)].map(
    ([name, text]) => [name, text.replace(toGuide, toOperatorsGuide)] as const,
  )
  return {
    pages: new Map<string, string | Buffer>([
      ...guides.flatMap(guide => filesOf(open.includes(guide) ? guide : closed(guide), site(open))),
      ...referencePages(site(open)),
      ...compressed(searchFile, index),
      ['verify.mjs', buildVerifier()],
    ]),
    operators: new Map<string, string | Buffer>([
      ...operators,
      ...compressed(searchFile, searchIndex(guides, 'operator').replace(toGuide, toOperatorsGuide)),
      ['llms.txt', operatorsLlmsText(forOperators)],
      ...openApiFiles('operator'),
    ]),
    assets: new Map([...files.values()].map(({ name, gzipped }) => [`${name}.gz`, gzipped])),
    llms: new Map([['llms.txt', llmsText(open)]]),
    llmsFull: new Map([['llms-full.txt', open.map(({ markdown }) => markdown).join('\n\n')]]),
    tools: toolFiles(index),
  }
}

/** Where a browser is told of a problem by a page. */
const withProblemPages: readonly string[] = [
  'api/not-found',
  'api/file/token',
  'api/addresses/id/report',
  'api/employments/id/report',
  'api/identities/id/report',
  'api/operations/cases/id/report',
  'pages/reports/code',
  'pages/docs/page',
  'pages/docs/operators/page',
  'pages/docs/assets/asset',
  'pages/docs/clients/file',
  'pages/desk/asset',
  'pages/work/asset',
  'pages/portal/asset',
  'pages/session/callback',
  'pages/session/sign-in',
  'pages/session/sign-out',
]

/** A style that each page contains, and who issues the pages. */
const sheetFiles = (name: string, { operator }: SiteSettings): SiteFiles =>
  new Map([
    [name, bundleStylesheet(name)],
    ['operator.json', JSON.stringify(operator satisfies OperatorIdentity | null)],
  ])

const documentFiles = (settings: SiteSettings, link: SiteFiles): Readonly<Record<string, SiteFiles>> => {
  const report = sheetFiles('report.css', settings)
  return {
    'pages/applicant/token': link,
    'pages/documents/token': link,
    'pages/documents/token/photos': link,
    'pages/attest/token': link,
    'pages/links/position-js': new Map([['position.js', readFileSync(join(web, 'position.js'), 'utf8')]]),
    'api/addresses/id/report': report,
    'api/employments/id/report': report,
    'api/identities/id/report': report,
    'api/operations/cases/id/report': report,
  }
}

export const buildSite = (
  settings: SiteSettings,
  rendered = renderSite(settings),
): ((entry: string) => SiteFiles | undefined) => {
  const { pages, operators, assets, llms, llmsFull, tools } = rendered
  const link = sheetFiles('link.css', settings)
  const byEntry: Readonly<Record<string, SiteFiles>> = {
    'pages/docs': new Map([['index.html', pages.get('index.html')!]]),
    'pages/docs/page': pages,
    'pages/docs/operators/page': operators,
    'pages/docs/assets/asset': assets,
    'pages/docs/clients/file': clientFiles(),
    'pages/llms-txt': llms,
    'pages/llms-full-txt': llmsFull,
    'api/openapi-json': openApiFiles('integrator'),
    'api/mcp': tools,
    ...documentFiles(settings, link),
    ...appFiles(settings.version),
  }
  return entry =>
    withProblemPages.includes(entry) ? new Map([...(byEntry[entry] ?? []), ...link]) : byEntry[entry]
}
