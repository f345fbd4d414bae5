/*
 * The generators whose default output is compiled and tried, each with a program of its own folder; and standard OAuth
 * clients, which need no document.
 */

/** One step: a program with its arguments, in the folder of its generator. */
export interface Step {
  readonly run: string
  readonly arguments: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

export interface Generator {
  /** Of its folder. */
  readonly name: string
  readonly tool: string
  /** Besides the document, the target and where to write: none, or why not. */
  readonly options: string
  /** Programs without which it is skipped, each with the arguments that ask for its version. */
  readonly needs: readonly (readonly [string, string])[]
  /** Brings the generator and what clients stand on; a machine that reaches no registry is as one without tools. */
  readonly fetch: readonly Step[]
  /** From the document, where one is needed, `../openapi.json`, to a program that has been compiled. */
  readonly build: readonly Step[]
  /** Orders an address, reads its event, looks a person up, and prints `true VERIFIED verified`. */
  readonly order: Step
}

const step = (run: string, ...args: readonly string[]): Step => ({ run, arguments: args })

const npmInstall = step('npm', 'install', '--no-audit', '--no-fund', '--no-package-lock')
const npm = [['npm', '--version']] as const
const python = [['python3', '--version']] as const
const go = [['go', 'version']] as const
const java = [
  ['java', '-version'],
  ['mvn', '--version'],
] as const
const rust = [['cargo', '--version']] as const

const venv = (program: string): string => `venv/bin/${program}`
const newVenv = step('python3', '-m', 'venv', 'venv')

const goBuild = (folder: string): Step => ({
  ...step('go', 'build', '-o', 'client', folder),
  environment: { GOFLAGS: '-mod=mod -buildvcs=false' },
})

const codegen = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

const generatorVersion = '7.25.0'
const openApiGenerator = `openapi-generator ${generatorVersion}`

const fetchGenerator = step(
  'mvn',
  '--batch-mode',
  '--quiet',
  'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy',
  `-Dartifact=org.openapitools:openapi-generator-cli:${generatorVersion}`,
  '-DoutputDirectory=.',
  '-Dmdep.stripVersion=true',
)

const generate = (target: string): readonly Step[] => [
  // What an earlier document had and this one has not would be compiled, too.
  step('rm', '-rf', 'generated'),
  step(
    'java',
    '-jar',
    'openapi-generator-cli.jar',
    'generate',
    '-g',
    target,
    '-i',
    '../openapi.json',
    '-o',
    'generated',
  ),
]

const maven = ['--batch-mode', '--quiet', '--file', 'generated/pom.xml', '-Dmaven.test.skip=true'] as const

export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    tool: 'openapi-typescript 7.13.0',
    options: 'none',
    needs: npm,
    fetch: [npmInstall],
    build: [
      step('node_modules/.bin/openapi-typescript', '../openapi.json', '--output', 'api.d.ts'),
      step('node_modules/.bin/tsc', '--project', 'tsconfig.json'),
    ],
    order: step(process.execPath, 'main.ts'),
  },
  {
    name: 'hey-api',
    tool: '@hey-api/openapi-ts 0.99.0',
    options: 'none',
    needs: npm,
    fetch: [npmInstall],
    build: [
      step('node_modules/.bin/openapi-ts', '-i', '../openapi.json', '-o', 'client'),
      step('node_modules/.bin/tsc', '--project', 'tsconfig.json'),
    ],
    order: step(process.execPath, 'compiled/main.js'),
  },
  {
    name: 'openapi-python-client',
    tool: 'openapi-python-client 0.29.1',
    options: 'none; it leaves out the three receipts, whose type (RFC 7515 section 9.2.1) it does not know',
    needs: python,
    fetch: [newVenv, step(venv('pip'), 'install', '--quiet', 'openapi-python-client==0.29.1')],
    build: [
      step(venv('openapi-python-client'), 'generate', '--path', '../openapi.json', '--overwrite'),
      step(venv('python'), '-m', 'compileall', '-q', 'verification-service-client', 'main.py'),
    ],
    order: {
      ...step(venv('python'), 'main.py'),
      environment: { PYTHONPATH: 'verification-service-client' },
    },
  },
  {
    name: 'oapi-codegen',
    tool: 'oapi-codegen 2.8.2',
    options: 'none',
    needs: go,
    fetch: [step('go', 'run', codegen, '-version')],
    // It names its package by the folder where it is run, which therefore has no program of its own.
    build: [step('go', 'run', codegen, '-o', 'openapi.go', '../openapi.json'), goBuild('./order')],
    order: step('./client'),
  },
  {
    name: 'generator-python',
    tool: openApiGenerator,
    options: 'none',
    needs: [...java, ...python],
    fetch: [fetchGenerator, newVenv],
    build: [
      ...generate('python'),
      step(venv('pip'), 'install', '--quiet', './generated'),
      step(venv('python'), '-m', 'compileall', '-q', 'generated', 'main.py'),
    ],
    order: step(venv('python'), 'main.py'),
  },
  {
    name: 'generator-go',
    tool: openApiGenerator,
    options: 'none',
    needs: [...java, ...go],
    fetch: [fetchGenerator],
    build: [...generate('go'), goBuild('.')],
    order: step('./client'),
  },
  {
    name: 'generator-java',
    tool: openApiGenerator,
    options: 'none',
    needs: java,
    fetch: [fetchGenerator],
    build: [
      ...generate('java'),
      step('cp', 'Main.java', 'generated/src/main/java/Main.java'),
      step(
        'mvn',
        ...maven,
        'compile',
        'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies',
        '-DincludeScope=runtime',
      ),
    ],
    order: step('java', '-classpath', 'generated/target/classes:generated/target/dependency/*', 'Main'),
  },
  {
    name: 'generator-rust',
    tool: openApiGenerator,
    options: 'none; its `get_event` reads thin events alone, since it keeps one kind of a union',
    needs: [...java, ...rust],
    fetch: [fetchGenerator],
    build: [...generate('rust'), step('cargo', 'build', '--quiet')],
    order: step('target/debug/client'),
  },
  {
    name: 'openid-client',
    tool: 'openid-client 6.8.9',
    options: 'none',
    needs: npm,
    fetch: [npmInstall],
    build: [],
    order: step(process.execPath, 'main.ts'),
  },
  {
    name: 'authlib',
    tool: 'Authlib 1.9.10',
    options: 'none; `AUTHLIB_INSECURE_TRANSPORT`, since it is tried without TLS',
    needs: python,
    fetch: [newVenv, step(venv('pip'), 'install', '--quiet', 'Authlib==1.9.10', 'requests==2.34.2')],
    build: [step(venv('python'), '-m', 'compileall', '-q', 'main.py')],
    order: { ...step(venv('python'), 'main.py'), environment: { AUTHLIB_INSECURE_TRANSPORT: '1' } },
  },
]
