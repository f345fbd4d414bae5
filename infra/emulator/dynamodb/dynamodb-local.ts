/** Amazon's own engine, for a machine that dynoxide is not published for: Java 17 or later runs it, Maven fetches it. */

export const fetchDynamoDbLocal = (folder: string): readonly [string, ...string[]] => [
  'mvn',
  '-q',
  '-f',
  'test/dynamodb-local/pom.xml',
  'dependency:copy-dependencies',
  `-DoutputDirectory=${folder}`,
]

export const runDynamoDbLocal = (folder: string, port: number): readonly [string, ...string[]] => [
  'java',
  `-Djava.library.path=${folder}`,
  '-cp',
  `${folder}/*`,
  'com.amazonaws.services.dynamodbv2.local.main.ServerRunner',
  '-inMemory',
  '-disableTelemetry',
  '-port',
  `${port}`,
]

const typed = (command: readonly string[]): string =>
  command.map(word => (word.includes('*') ? `'${word}'` : word)).join(' ')

/** What to type in this repository to start the local environment on it. */
export const dynamoDbLocalCommands: readonly string[] = [
  typed(fetchDynamoDbLocal('/tmp/dynamodb-local')),
  `${typed(runDynamoDbLocal('/tmp/dynamodb-local', 8000))} &`,
  'DYNAMODB_ENDPOINT=http://localhost:8000 npm start',
]
