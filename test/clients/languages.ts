/* The clients that are generated from the document, each by the generator that its language keeps best. */

/** One step: a program with its arguments, in the folder of its language unless another is named. */
export interface Step {
  readonly run: string
  readonly arguments: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

export interface Language {
  readonly name: string
  /** Programs without which it is skipped, each with the arguments that ask for its version. */
  readonly needs: readonly (readonly [string, string])[]
  /** Brings the generator and what clients stand on; a machine that reaches no registry is as one without tools. */
  readonly fetch: readonly Step[]
  /** From the document, `../openapi.json`, to a program that has been compiled. */
  readonly build: readonly Step[]
  /** Orders an address, reads its event, and prints `true VERIFIED`. */
  readonly order: Step
}

const step = (run: string, ...args: readonly string[]): Step => ({ run, arguments: args })

/** openapi-typescript: types alone, for a client of two kilobytes. */
const typescript: Language = {
  name: 'typescript',
  needs: [['npm', '--version']],
  fetch: [step('npm', 'install', '--no-audit', '--no-fund', '--no-package-lock')],
  build: [
    step('node_modules/.bin/openapi-typescript', '../openapi.json', '--output', 'api.d.ts'),
    step('node_modules/.bin/tsc', '--project', 'tsconfig.json'),
  ],
  order: step(process.execPath, 'main.ts'),
}

const venv = (program: string): string => `venv/bin/${program}`

/** openapi-python-client: typed classes; the other generators of Python write what older Pythons needed. */
const python: Language = {
  name: 'python',
  needs: [['python3', '--version']],
  fetch: [
    step('python3', '-m', 'venv', 'venv'),
    step(venv('pip'), 'install', '--quiet', 'openapi-python-client==0.29.1'),
  ],
  build: [
    step(
      venv('openapi-python-client'),
      'generate',
      '--path',
      '../openapi.json',
      '--meta',
      'none',
      '--overwrite',
      '--fail-on-warning',
      '--output-path',
      'verification_client',
      '--config',
      'generator.yml',
    ),
    step(venv('python'), '-m', 'compileall', '-q', 'verification_client', 'main.py'),
  ],
  order: step(venv('python'), 'main.py'),
}

const codegen = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

/** oapi-codegen: what most Go services use; unions stay raw until they are read as one of their kinds. */
const go: Language = {
  name: 'go',
  needs: [['go', 'version']],
  fetch: [step('go', 'run', codegen, '-version')],
  build: [
    step('mkdir', '-p', 'api'),
    step(
      'go',
      'run',
      codegen,
      '-generate',
      'types,client,skip-prune',
      '-package',
      'api',
      '-o',
      'api/api.go',
      '../openapi.json',
    ),
    { ...step('go', 'build', '-o', 'client', '.'), environment: { GOFLAGS: '-mod=mod -buildvcs=false' } },
  ],
  order: step('./client'),
}

const generator = 'org.openapitools:openapi-generator-cli:7.25.0'

/** openapi-generator, over the HTTP client of the JDK. */
const java: Language = {
  name: 'java',
  needs: [
    ['java', '-version'],
    ['mvn', '--version'],
  ],
  fetch: [
    step(
      'mvn',
      '--batch-mode',
      '--quiet',
      'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy',
      `-Dartifact=${generator}`,
      '-DoutputDirectory=.',
      '-Dmdep.stripVersion=true',
    ),
  ],
  build: [
    // What an earlier document had and this one has not would be compiled, too.
    step('rm', '-rf', 'generated'),
    step(
      'java',
      '-jar',
      'openapi-generator-cli.jar',
      'generate',
      '--generator-name',
      'java',
      '--library',
      'native',
      '--input-spec',
      '../openapi.json',
      '--output',
      'generated',
      '--global-property',
      'apiTests=false',
      '--additional-properties=openApiNullable=false,invokerPackage=client,apiPackage=client,modelPackage=client.model,hideGenerationTimestamp=true',
    ),
    step('cp', 'Main.java', 'generated/src/main/java/Main.java'),
    step(
      'mvn',
      '--batch-mode',
      '--quiet',
      '--file',
      'generated/pom.xml',
      '-Dmaven.test.skip=true',
      'compile',
      'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies',
      '-DincludeScope=runtime',
    ),
  ],
  order: step('java', '-classpath', 'generated/target/classes:generated/target/dependency/*', 'Main'),
}

export const languages: readonly Language[] = [typescript, python, go, java]
