import type { EntryDraft } from '../../preload/contract/entry.js';
import type { Problem, Result } from '../../preload/contract/problem.js';
import type { RouteOutput } from '../../preload/contract/routes.js';
import { checkDraft, type CheckedDraft } from '../config/draft.js';
import { ConfigEditor } from '../config/edit.js';
import { testConnection } from '../servers/connection-test.js';
import type { EngineCore } from './core.js';
import { RouteError } from './route-error.js';
import type { WorkspaceSession } from './workspace-session.js';

function must<T>(result: Result<T, Problem>): T {
  if (!result.ok) throw new RouteError(result.problem.code, result.problem.message);
  return result.value;
}

/** Everything that changes config files or tries an entry out. */
export class EntryWork {
  private readonly editor = new ConfigEditor();
  private readonly ending = new AbortController();
  private readonly tests = new Set<Promise<unknown>>();

  constructor(private readonly core: EngineCore) {}

  /** Checks a draft as the person types. */
  check(draft: EntryDraft): CheckedDraft {
    const taken = new Set(this.core.openSession?.entries.map((entry) => entry.name) ?? []);
    return checkDraft(draft, taken);
  }

  /** Connects once, lists the tools, stops; saves nothing. The press of Test is the person's yes to this one start. */
  async test(draft: EntryDraft): Promise<RouteOutput<'entry.test'>> {
    const session = this.trustedSession();
    const { definition, problems } = this.check(draft);
    if (definition === undefined) throw new RouteError('bad-entry', problems[0]?.message ?? 'The entry cannot be read.');
    const { appEnv, version } = this.core.options;
    const options = {
      clientInfo: { name: 'greenroom', version },
      appEnv,
      stateDir: this.core.stateDir,
      loginPath: this.core.loginPath,
      workspace: session.folder,
    };
    const running = testConnection({ name: draft.name, definition }, options, this.ending.signal);
    this.tests.add(running);
    const outcome = await running.finally(() => this.tests.delete(running));
    return { ...outcome, tools: [...outcome.tools], stderrTail: [...outcome.stderrTail] };
  }

  /** Writes the draft into the project's file and starts it. Pressing Add is the yes to this entry, and to no other. */
  async add(draft: EntryDraft): Promise<void> {
    const session = this.trustedSession();
    const { entry, name, definition, problems } = this.check(draft);
    const fault = problems.find((problem) => problem.severity === 'error');
    if (entry === undefined || name === undefined || definition === undefined || fault !== undefined) {
      throw new RouteError('bad-entry', fault?.message ?? 'The entry cannot be read.');
    }
    must(await this.editor.addEntry(session.projectFile, name, entry));
    await session.reload();
    await session.consent.acceptAdded(session.entries, name, definition);
    if (session.canStart(name)) session.launch(name, 'start');
  }

  /** Writes `disabled` into the entry's own file, then stops or starts its server. */
  async setDisabled(name: string, disabled: boolean): Promise<void> {
    const session = this.trustedSession();
    must(await this.editor.setDisabled(session.entry(name).source, name, disabled));
    await session.reload();
    if (disabled) await session.stop(name);
    else if (session.canStart(name)) session.launch(name, 'start');
  }

  /** Stops the server and takes the entry out of its file. An entry that it hid appears, and waits for a yes. */
  async remove(name: string): Promise<void> {
    const session = this.trustedSession();
    const { source } = session.entry(name);
    must(await this.editor.removeEntry(source, name));
    await session.supervisor.stop(name);
    await session.forget(name);
    await session.reload();
  }

  /** Ends tests that still run; resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.ending.abort();
    await Promise.allSettled(this.tests);
  }

  private trustedSession(): WorkspaceSession {
    const session = this.core.requireSession();
    if (!session.consent.trusted) {
      throw new RouteError(
        'untrusted-folder',
        'This folder is not trusted, so nothing is started or written. Press Review and trust first.',
      );
    }
    return session;
  }
}
