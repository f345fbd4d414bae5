import { globSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { type Loader, transformSync } from 'esbuild'
import { parseSync, Visitor } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

/** The rooms of `shared`, a noun each: a room imports only rooms that stand before it. */
const rooms = [
  'outbound',
  'aws',
  'metrics',
  'table',
  'account',
  'http',
  'texts',
  'location',
  'trail',
  'consent',
  'ledger',
  'identity',
  'verification',
  'team',
  'assignment',
  'link',
  'evidence',
  'employer',
  'work',
  'dispute',
  'event',
  'webhook',
  'trust',
  'case',
  'stats',
  'sandbox',
  'outbox',
  'overview',
  'fieldwork',
  'portal',
  'mcp',
]

interface Import {
  readonly file: string
  readonly target: string
  readonly isType: boolean
}

/** Benches compare with packages of their own, which may be installed in their folder. */
const exclude = ['**/node_modules/**', '**/package-lock.json']
const files = globSync('{shared,functions,infra,test}/**/*.{ts,tsx}', { cwd: root, exclude }).sort()
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
/** The code alone: comments may speak of clocks and keys. */
const codeOf = (file: string): string => textOf(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const importsOf = (file: string): Import[] =>
  [
    ...textOf(file).matchAll(/^(import type|import|export)\b[^'"]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm),
  ].map(([, kind, from, dynamic]) => {
    const target = from ?? dynamic!
    const path = target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target
    return { file, target: path, isType: kind === 'import type' }
  })

const imports = files.flatMap(importsOf)
const isOurs = (path: string): boolean => /^(shared|functions|infra|test)\//.test(path)
const ours = imports.filter(({ target }) => isOurs(target))
const isIn =
  (...folders: string[]) =>
  (path: string): boolean =>
    folders.some(folder => path.startsWith(`${folder}/`))

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

describe('the kinds of file in a room', () => {
  const isContract = (path: string): boolean =>
    isIn('shared')(path) && /(^|\/)contract\/|(^|\/)([\w-]+-)?contract\.ts$/.test(path)
  const isRoutes = (path: string): boolean => isIn('shared')(path) && /(^|-|\/)routes\.ts$/.test(path)
  const isStore = (path: string): boolean => /store\.ts$/.test(path)

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

  it('the table is for stores alone: its driver, its verbs and its keys', () => {
    const isTable = (path: string): boolean =>
      /^shared\/table\/(driver|dynamodb|expression|keys|port)\.ts$/.test(path)
    const wrong = ours.filter(
      ({ file, target }) =>
        isIn('shared', 'functions')(file) && isTable(target) && !isStore(file) && roomOf(file) !== 'table',
    )
    expect(wrong).toEqual([])
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

it('lets keys, with who may write them, alone know their format', () => {
  const knowing = files
    .filter(isIn('shared', 'functions'))
    .filter(file => /gsi[12][ps]k|\bsk\??\.S\b|\.split\('#'\)|\}#|[a-z]#\$\{|'[\w-]+#'/.test(codeOf(file)))
  expect(knowing).toEqual(['keys', 'schema', 'writable-prefixes'].map(name => `shared/table/${name}.ts`))
})

it('lets no function import another function, and nothing import the functions', () => {
  const wrong = ours.filter(
    ({ file, target, isType }) =>
      isIn('functions')(target) &&
      // The operator's tool says nothing that the administer function does not take.
      !(isType && isIn('infra/admin')(file) && target === 'functions/admin/command.ts') &&
      !(isIn('functions/pages/web')(file) && isIn('functions/pages/web')(target)) &&
      !(isIn('functions')(file) && dirname(file) === dirname(target)) &&
      !isIn('test')(file),
  )
  expect(wrong).toEqual([])
})

it('has no folder that is named for a technical kind', () => {
  const folders = new Set(files.flatMap(file => dirname(file).split('/')))
  const refused = ['utils', 'helpers', 'types', 'interfaces', 'dtos', 'common', 'services']
  expect(refused.filter(name => folders.has(name))).toEqual([])
})

/** Plain rules that need nothing else, and that a browser shows things by. */
const rulesForBrowsers: readonly string[] = [
  'shared/work/comparison.ts',
  'shared/work/case-search-list-contract.ts',
  'shared/employer/contact/unreachable.ts',
  'shared/evidence/slot-texts.ts',
  'shared/assignment/attestation-word-contract.ts',
  'shared/assignment/refusal-contract.ts',
  'shared/fieldwork/numbers-contract.ts',
  'shared/assignment/place-fact-contract.ts',
  'shared/employer/attestation/questions.ts',
  'shared/link/field.tsx',
  'shared/texts/attestation.ts',
  'shared/texts/format.ts',
  'shared/location/area.ts',
  'shared/location/evidence-map.tsx',
  'shared/location/lga-centre.ts',
  'shared/location/location.ts',
  'shared/location/outline.ts',
  'shared/location/lga-centres.json',
  'shared/location/outlines.json',
  'shared/location/places.json',
  'shared/location/position.ts',
  'shared/table/retention.ts',
  'shared/verification/phone.ts',
  'shared/verification/contract/contradiction.ts',
  'shared/verification/contract/outcome.ts',
  'shared/ledger/csv.ts',
  'shared/ledger/rule-contract.ts',
]

it('gives a browser rules that bring nothing with them but others of them', () => {
  const brought = imports.filter(({ file, isType }) => rulesForBrowsers.includes(file) && !isType)
  expect(brought.filter(({ target }) => !rulesForBrowsers.includes(target))).toEqual([])
})

it('gives a browser nothing of the service but types and those rules, and of other apps nothing but what they share', () => {
  const web = ours.filter(({ file }) => isIn('functions/pages/web')(file))
  const appOf = (path: string) => path.split('/')[3]
  const wrong = web.filter(
    ({ file, target, isType }) =>
      !(isType && isIn('shared')(target)) &&
      !rulesForBrowsers.includes(target) &&
      !(isIn('functions/pages/web')(target) && [appOf(file), 'ui'].includes(appOf(target)!)),
  )
  expect(wrong).toEqual([])
})

it('gives every exported name of shared to one thing', () => {
  const byName = new Map<string, string[]>()
  for (const file of files.filter(isIn('shared')))
    for (const name of new Set(
      [...codeOf(file).matchAll(/^export (?:const|type|interface|class|let) (\w+)/gm)].map(
        ([, each]) => each!,
      ),
    ))
      byName.set(name, [...(byName.get(name) ?? []), file])
  expect([...byName].filter(([, folders]) => folders.length > 1)).toEqual([])
})

/** What a bundle of these functions holds: types are erased. */
const loadedAfter = Map.groupBy(
  ours.filter(({ isType }) => !isType),
  ({ file }) => file,
)
const importedBy = (file: string) => (loadedAfter.get(file) ?? []).map(({ target }) => target)
const loadedBy = (...entries: readonly string[]): readonly string[] => {
  const found = new Set(entries)
  for (const file of found) for (const target of importedBy(file)) found.add(target)
  return [...found].filter(file => /\.tsx?$/.test(file))
}

it('loads no tsx where Node runs the sources themselves, which reads none', () => {
  expect(loadedBy(...files.filter(isIn('infra'))).filter(file => file.endsWith('.tsx'))).toEqual([])
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

/** Bytes of a file once its comments, types and white space are gone. */
const weightOf = (file: string): number => {
  const text = textOf(file)
  const extension = extname(file).slice(1)
  if (extension === 'json') return JSON.stringify(JSON.parse(text)).length
  const loader = (extension === 'mjs' ? 'js' : extension) as Loader
  return transformSync(text, { loader, minifyWhitespace: true, legalComments: 'none', jsx: 'preserve' }).code
    .length
}

describe('the weight of the house', () => {
  const source = files.filter(isIn('shared', 'functions', 'infra'))
  const weights = new Map<string, number>()
  const kBOf = (some: readonly string[]): number => {
    let bytes = 0
    for (const file of some) {
      if (!weights.has(file)) weights.set(file, weightOf(file))
      bytes += weights.get(file)!
    }
    return Math.round(bytes / 1000)
  }
  const kept = (folders: string, ...extensions: readonly string[]): readonly string[] =>
    extensions.flatMap(extension => globSync(`${folders}/**/*.${extension}`, { cwd: root, exclude })).sort()

  const lengths = new Map<string, number>()
  const chainOf = (file: string): number => {
    if (!lengths.has(file)) lengths.set(file, 1 + Math.max(0, ...importedBy(file).map(chainOf)))
    return lengths.get(file)!
  }

  const order = 'functions/api/addresses.ts'
  const deliver = 'functions/dispatch/deliver.ts'
  /** What runs from an order in test mode until its event is delivered. */
  const fromOrderToWebhook = loadedBy(
    order,
    'functions/outbox/relay.ts',
    ...['signal', 'assign', 'delay', 'expire'].map(name => `functions/completion/${name}.ts`),
    'functions/sandbox/visit.ts',
    deliver,
  )

  const tests = files.filter(isIn('test'))
  const shipped = '{shared,functions,infra}'
  const written = source.map(textOf).join('')
  const comments = (written.match(/^ *\/\*[\s\S]*?\*\/$|^ *\/\/.*$/gm) ?? []).join('')
  const declared = (pattern: RegExp) => source.flatMap(file => [...codeOf(file).matchAll(pattern)])
  const types = declared(/^(export )?(?:type|interface|class) (\w+)/gm)
  const oneWord = new Set(types.map(([, , name]) => name!).filter(name => /^[A-Z][a-z]+$/.test(name)))
  const participles = types.filter(
    ([, isExported, name]) =>
      isExported && /^[A-Z][a-z]+(ed|ing)$/.test(name!) && !['Binding', 'Mapping', 'Feed'].includes(name!),
  )
  const ofFunctions = declared(/^ *(?:export )?const (\w+Of)\b(?:: [^=]*)? = (?:async )?(?:<[^>]*>)?\(/gm)

  /** What is measured, and the most that it may be: what makes something heavier raises its figure here, and is asked why. */
  const limits: readonly (readonly [string, number, number])[] = [
    ['kB of source, ts and tsx', kBOf(source), 2195],
    ['kB of source, css and mjs', kBOf(kept(shipped, 'css', 'mjs')), 66],
    ['kB of source, json', kBOf(kept(shipped, 'json')), 327],
    ['files of source', kept(shipped, 'ts', 'tsx', 'css', 'mjs', 'json').length, 1069],
    ['kB of tests', kBOf(kept('test', 'ts', 'tsx', 'json')), 2945],
    ['kB of the heaviest file of tests', Math.max(...tests.map(file => kBOf([file]))), 21],
    ['comments, ‰ of what is written', Math.round((1000 * comments.length) / written.length), 120],
    ['files of an order', loadedBy(order).length, 82],
    ['kB of an order', kBOf(loadedBy(order)), 156],
    ['longest chain of an order', chainOf(order), 11],
    ['files of a delivery', loadedBy(deliver).length, 90],
    ['kB of a delivery', kBOf(loadedBy(deliver)), 133],
    ['longest chain of a delivery', chainOf(deliver), 11],
    ['files from an order to its webhook', fromOrderToWebhook.length, 213],
    ['kB from an order to its webhook', kBOf(fromOrderToWebhook), 398],
    ['types of one word', oneWord.size, 202],
    ['exported types that are participles', participles.length, 0],
    ['functions …Of', ofFunctions.length, 515],
  ]

  it.each(limits)('%s: %i, at most %i', (_, measured, most) => {
    expect(measured).toBeLessThanOrEqual(most)
  })
})
