/** Says every problem on a line of its own and sets the exit code; silence is success. */
export function report(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
