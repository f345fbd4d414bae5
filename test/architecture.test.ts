import { dirname } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'
import {
  sourceFiles as files,
  type Import,
  imports,
  isIn,
  loadedAfter,
  loadedBy,
  textOf,
} from './support/source-imports.ts'

/** The rooms of `shared`, a noun each: a room imports only rooms that stand before it. */
const rooms = [
  'outbound',
  'aws',
  'metrics',
  'table',
  'account',
  'format',
  'texts',
  'http',
  'location',
  'signing',
  'trail',
  'log',
  'consent',
  'ledger',
  'identity',
  'verification',
  'work',
  'link',
  'evidence',
  'employer',
  'review',
  'dispute',
  'event',
  'webhook',
  'case',
  'numbers',
  'sandbox',
  'outbox',
  'overview',
  'fieldwork',
  'receipt',
  'report',
  'subject',
  'portal',
  'mcp',
]

/** The code alone: comments may speak of clocks and keys. */
const codeOf = (file: string): string => textOf(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const isOurs = isIn('shared', 'functions', 'infra', 'test')
const ours = imports.filter(({ target }) => isOurs(target))

/** The room of a file of `shared`; '' for what stands above them all: the routes and the document. */
const roomOf = (path: string): string => {
  const [, room = ''] = path.split('/')
  return room.endsWith('.ts') || room === 'openapi' ? '' : room
}
const rankOf = (path: string): number => {
  const rank = rooms.indexOf(roomOf(path))
  return rank < 0 ? rooms.length : rank
}

describe('the rooms of shared', () => {
  const shared = files.filter(isIn('shared'))

  it('are the ones in the list', () => {
    const found = new Set(shared.map(roomOf).filter(room => room !== ''))
    expect([...found].sort()).toEqual([...rooms].sort())
  })

  it('are listed in this order in the README', () => {
    const list = /^shared\/\n((?: {2}.*\n)+)/m.exec(textOf('README.md'))?.[1] ?? ''
    const listed = [...list.matchAll(/^ {2}((?:\w+\/ )+)/gm)].flatMap(([, names]) => names!.trim().split(' '))
    expect(listed.map(name => name.replace('/', ''))).toEqual(rooms)
  })

  it('import only rooms that stand before them', () => {
    const wrong = ours.filter(
      ({ file, target }) =>
        isIn('shared')(file) && (!isIn('shared')(target) || rankOf(target) > rankOf(file)),
    )
    expect(wrong).toEqual([])
  })
})

const isStore = (path: string): boolean => /store\.ts$/.test(path)
/** A kind of stored item, with its keys. */
const isKind = (path: string): boolean => /^shared\/.*(\/|-)kinds?\.ts$/.test(path)
const isTable = (path: string): boolean =>
  isKind(path) || /^shared\/table\/(driver|dynamodb|expression|port)\.ts$/.test(path)

describe('the kinds of file in a room', () => {
  const isContract = (path: string): boolean =>
    isIn('shared')(path) && /(^|\/)contract\/|(^|\/)([\w-]+-)?contract\.ts$/.test(path)
  const isRoutes = (path: string): boolean => isIn('shared')(path) && /(^|-|\/)routes\.ts$/.test(path)
  /** What a product is: its promises with the rules that belong to them. */
  const isDefinition = (path: string): boolean => /^shared\/identity\/product(s\.ts$|\/)/.test(path)

  it('contracts import zod, contracts and definitions of products', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        isContract(file) &&
        !isRoutes(file) &&
        !isContract(target) &&
        !isDefinition(target) &&
        target !== 'zod/mini',
    )
    expect(wrong).toEqual([])
  })

  /** What a kind is, and how a place in a list of it looks, is for everybody to know. The list of all has no keys. */
  const isOpenKnowledge = ({ target, names }: Import): boolean =>
    target === 'shared/subject/kinds.ts' ||
    (isKind(target) && names.every(name => /(Kinds?|Pattern)$/.test(name)))

  it('the table is for stores alone: its driver, its verbs and its keys', () => {
    const wrong = ours.filter(
      ({ file, target, ...rest }) =>
        isIn('shared', 'functions')(file) &&
        isTable(target) &&
        !isStore(file) &&
        !isKind(file) &&
        !isOpenKnowledge({ file, target, ...rest }) &&
        roomOf(file) !== 'table' &&
        // What a migration finds are items as they lie.
        file !== 'shared/format/migration.ts',
    )
    expect(wrong).toEqual([])
  })

  it('kinds import kinds, and of the table what they are defined with', () => {
    const isBase = (path: string) => /^shared\/table\/(retention|port|tenant)\.ts$/.test(path)
    const wrong = imports.filter(({ file, target }) => isKind(file) && !isKind(target) && !isBase(target))
    expect(wrong).toEqual([])
  })

  it('no function loads all kinds but those of the operator and of erasure', () => {
    const after = loadedAfter(ours)
    const loading = files
      .filter(isIn('functions'))
      .filter(file => loadedBy(after, [file]).includes('shared/subject/kinds.ts'))
    expect(loading.filter(file => !isIn('functions/admin', 'functions/trust')(file))).toEqual([])
  })
})

it('keeps the SDK in shared/aws and in the driver of the table, and the environment in shared/aws', () => {
  const sdk = imports.filter(
    ({ file, target }) => isIn('shared', 'functions')(file) && target.startsWith('@aws-sdk/'),
  )
  const mayUse = (file: string) => isIn('shared/aws')(file) || file === 'shared/table/dynamodb.ts'
  expect(sdk.filter(({ file }) => !mayUse(file))).toEqual([])
  const readers = files
    .filter(isIn('shared', 'functions'))
    .filter(file => codeOf(file).includes('process.env'))
  expect(readers.filter(file => !isIn('shared/aws')(file))).toEqual([])
})

/** Ajv's own documentation of JSON Schema 2020-12 names this path (https://ajv.js.org/json-schema.html). */
const documentedPaths = ['ajv/dist/2020.js']

/** Deeper into a package than its door. */
const isBehindDoor = ({ target }: Pick<Import, 'target'>): boolean =>
  /(^|\/)(node_modules|dist)\//.test(target) && !documentedPaths.includes(target)

/**
 * What an underscore or a suppressed rule makes private. Zod documents `_zod` for those who read schemas
 * (https://zod.dev/library-authors), `z._default`, and CloudWatch the field `_aws` of its metrics.
 */
const privateMembersIn = (code: string): readonly string[] =>
  code.match(
    /\._(?!zod\b|default\b|aws\b|_)\w+|\['_(?!zod')\w+'\](?! ?:)|biome-ignore lint\/complexity\/useLiteralKeys/g,
  ) ?? []

it('uses packages by their doors: no path behind one, no private member', () => {
  expect(imports.filter(isBehindDoor)).toEqual([])
  const found = files.filter(file => file !== 'test/architecture.test.ts')
  expect(found.flatMap(file => privateMembersIn(textOf(file)).map(member => [file, member]))).toEqual([])
})

it('finds what goes behind a door', () => {
  const targets = [
    '../node_modules/a/b.js',
    'a/dist/b.js',
    'ajv/dist/2020.js',
    'a/b.js',
    'infra/distribution/a.ts',
  ]
  expect(targets.filter(target => isBehindDoor({ target }))).toEqual(targets.slice(0, 2))
  const code = "a._b(); a['_c'](); a._zod.def; z._default(); ({ ['_d']: 1 })"
  expect(privateMembersIn(code)).toEqual(['._b', "['_c']"])
})

it('reads a whole table nowhere but in the migration that an operator runs: what a function costs must not grow with the table', () => {
  const scanning = files
    .filter(isIn('shared', 'functions', 'infra'))
    .filter(file => /\bScanCommand\b|\bpaginateScan\b|\.Scan\b/.test(codeOf(file)))
  expect(scanning).toEqual(['infra/release/migration/run.ts'])
})

it('lets kinds alone know how their keys look', () => {
  const knowing = files
    .filter(isIn('shared', 'functions'))
    .filter(file => /gsi[12][ps]k|\bsk\??\.S\b|\.split\('#'\)|\}#|[a-z]#\$\{|'[\w-]+#'/.test(codeOf(file)))
  expect(knowing.filter(file => !isKind(file))).toEqual(['shared/table/schema.ts'])
  expect(knowing.length).toBeGreaterThan(20)
})

it('lets no function import another function, and nothing import the functions', () => {
  const wrong = ours.filter(
    ({ file, target }) =>
      isIn('functions')(target) &&
      // The operator's tool has an option for each field that the administer function takes.
      !(isIn('infra/admin')(file) && target === 'functions/admin/command.ts') &&
      !(isIn('functions/pages/web')(file) && isIn('functions/pages/web')(target)) &&
      !(isIn('functions')(file) && dirname(file) === dirname(target)) &&
      !isIn('test')(file),
  )
  expect(wrong).toEqual([])
})

/** What stacks are made of, and besides `shared` what each may import. The tools of `infra` stand above them all. */
const layersOfStacks: Readonly<Record<string, readonly string[]>> = {
  'infra/constructs': ['infra/constructs'],
  'infra/monitoring': ['infra/constructs', 'infra/monitoring'],
  'infra/stacks': ['infra/constructs', 'infra/monitoring', 'infra/stacks', 'infra/stage-settings.ts'],
}

it.each(Object.entries(layersOfStacks))('makes %s of nothing that is made of it', (layer, allowed) => {
  const isBelow = (target: string) => isIn('shared', ...allowed)(target) || allowed.includes(target)
  const edges = ours.filter(({ file }) => isIn(layer)(file))
  expect(edges).not.toEqual([])
  expect(edges.filter(({ target }) => !isBelow(target))).toEqual([])
})

it('has no folder that is named for a technical kind', () => {
  const folders = new Set(files.flatMap(file => dirname(file).split('/')))
  const refused = ['utils', 'helpers', 'types', 'interfaces', 'dtos', 'common', 'services']
  expect(refused.filter(name => folders.has(name))).toEqual([])
})

/** The one search of the docs, which their pages and the tools of coding agents share with its library. */
const isDocsSearch = ({ file, target }: Pick<Import, 'file' | 'target'>): boolean =>
  file === 'shared/http/docs-search.ts' && target === 'minisearch'

/**
 * What a browser is given by these imports that is no plain rule or text of `shared`: of all that the pages load from there,
 * what brings a package or a module of Node with it, or knows the table.
 */
const unplainInBrowsers = (edges: readonly Import[]): readonly Import[] => {
  const isPage = isIn('functions/pages/web')
  const loaded = loadedBy(loadedAfter(edges), edges.map(({ file }) => file).filter(isPage))
  return edges.filter(
    ({ file, target, isType }) =>
      loaded.includes(file) &&
      !isType &&
      !isDocsSearch({ file, target }) &&
      (isIn('shared')(target) ? isStore(target) || isTable(target) : !isPage(file)),
  )
}

it('gives a browser rules that bring nothing with them but others of them', () => {
  expect(unplainInBrowsers(imports)).toEqual([])
})

it('finds what a browser is given with a rule', () => {
  const page = 'functions/pages/web/desk/main.tsx'
  const edge = (file: string, target: string, isType = false): Import => ({ file, target, isType, names: [] })
  const wrong = [
    edge('shared/work/rule.ts', 'node:crypto'),
    edge('shared/work/sum.ts', 'zod/mini'),
    edge('shared/work/sum.ts', 'shared/work/kinds.ts'),
    edge(page, 'shared/work/store.ts'),
  ]
  const fine = [
    edge(page, 'preact'),
    edge(page, 'shared/work/rule.ts'),
    edge('shared/work/rule.ts', 'shared/work/sum.ts'),
    edge('shared/work/rule.ts', 'shared/review/contract.ts', true),
    edge('shared/review/contract.ts', 'zod/mini'),
    edge('infra/admin/main.ts', 'node:fs'),
  ]
  expect(unplainInBrowsers([...fine, ...wrong])).toEqual(wrong)
})

it('gives a browser nothing of the service but `shared`, and of other apps nothing but what they share', () => {
  const web = ours.filter(({ file }) => isIn('functions/pages/web')(file))
  const appOf = (path: string) => path.split('/')[3]
  const wrong = web.filter(
    ({ file, target }) =>
      !isIn('shared')(target) &&
      !(isIn('functions/pages/web')(target) && [appOf(file), 'ui'].includes(appOf(target)!)),
  )
  expect(wrong).toEqual([])
})

it('loads no tsx where Node runs the sources themselves, which reads none', () => {
  const loaded = loadedBy(loadedAfter(ours), files.filter(isIn('infra')))
  expect(loaded.filter(file => file.endsWith('.tsx'))).toEqual([])
})

/** Literals whose entries could stand where they are spread: a reader looks for a reason, and there is none. */
const bareSpreadsIn = (file: string, text: string): string[] => {
  const found: string[] = []
  const note = ({
    argument,
    start,
  }: {
    readonly argument: { readonly type: string }
    readonly start: number
  }) => {
    let inner = argument
    while ('expression' in inner) inner = inner.expression as typeof inner
    if (['ObjectExpression', 'ArrayExpression'].includes(inner.type))
      found.push(`${file}:${text.slice(0, start).split('\n').length}`)
  }
  if (/\.\.\.[({[]/.test(text))
    new Visitor({ SpreadElement: note, JSXSpreadAttribute: note }).visit(parseSync(file, text).program)
  return found
}

it('spreads no literal but under a condition', () => {
  expect(files.flatMap(file => bareSpreadsIn(file, textOf(file)))).toEqual([])
})

it('finds a literal that is spread for nothing', () => {
  const text = `const a = {
    ...{ b },
    ...(c && { d }),
    e: [...(['f'] as const), ...(g ? ['h'] : [])],
  }
  i(...[j])`
  expect(bareSpreadsIn('a.ts', text)).toEqual(['a.ts:2', 'a.ts:4', 'a.ts:6'])
})
