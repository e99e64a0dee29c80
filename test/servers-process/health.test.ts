import { describe, expect, it } from 'vitest';
import { HealthMeter } from '../../main/servers/health.js';
import { grandchildOf, prepare } from './fixture-launch.js';

describe('the health of a server', () => {
  it('is measured over the whole tree', async () => {
    const server = prepare('ignores-sigterm.mjs');
    await server.transport.start();
    const grandchild = await grandchildOf(server);
    const pids = await server.transport.treePids();
    expect([...pids].sort()).toEqual([server.transport.pid, grandchild].sort());

    const meter = new HealthMeter();
    const whole = await meter.measure(pids);
    const alone = await meter.measure([grandchild]);
    expect(alone?.memoryBytes).toBeGreaterThan(1_000_000);
    expect(whole?.memoryBytes).toBeGreaterThan(alone?.memoryBytes ?? Infinity);
    expect(whole?.cpuPercent).toBeGreaterThanOrEqual(0);

    await server.transport.stop({ force: true });
    expect(await meter.measure(pids)).toBeUndefined();
    expect(await meter.measure([])).toBeUndefined();
    meter.dispose();
    expect(await meter.measure([process.pid])).toBeUndefined();
  });
});
