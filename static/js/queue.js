// Entries of one table, kept on this device until the server has said that it has them.
(() => {
  "use strict";
  const QV = (window.QV = window.QV || {});

  // Plain http has no crypto.randomUUID.
  QV.newKey = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

  QV.Queue = class {
    // `send(item)` gives {status, body} or throws; `heard(body)` gets what the server answered.
    constructor(place, send, heard) {
      this.name = `qv.queue.${place}`;
      this.send = send;
      this.heard = heard;
      this.safe = true; // false: the device keeps nothing, entries live as long as the page
      this.memory = [];
      this.offline = false;
      this.blocked = ""; // why the server takes nothing from this phone
      this.busy = false;
    }

    read() {
      try {
        const kept = localStorage.getItem(this.name);
        return this.safe && kept ? JSON.parse(kept) : this.memory;
      } catch {
        this.safe = false;
        return this.memory;
      }
    }

    write(items) {
      this.memory = items;
      try {
        if (items.length) localStorage.setItem(this.name, JSON.stringify(items));
        else localStorage.removeItem(this.name);
      } catch {
        this.safe = false;
      }
    }

    add(item) {
      this.write([...this.read(), { id: QV.newKey(), tried: false, ...item }]);
    }

    remove(id) {
      this.write(this.read().filter((one) => one.id !== id));
    }

    change(id, fields) {
      this.write(this.read().map((one) => (one.id === id ? { ...one, ...fields } : one)));
    }

    // Send what waits, in order, one after the other; what the server questions stays for a person.
    async flush() {
      if (this.busy) return;
      this.busy = true;
      try {
        for (let going = true; going; ) {
          const item = this.read().find((one) => !one.problem);
          if (!item) break;
          this.change(item.id, { tried: true });
          going = this.answered(item, await this.send(item));
        }
        this.offline = false;
      } catch {
        this.offline = true;
      } finally {
        this.busy = false;
      }
    }

    // Only a whole answer that says so lets an entry go. True when the next one may be sent.
    answered(item, { status, body }) {
      if (this.refuses(status, body)) return false;
      this.blocked = "";
      if (status === 200 && body && body.stored) this.remove(item.id);
      else if (body && body.code === "stale" && item.op === "undo") this.remove(item.id);
      else if (body && body.code === "stale") this.change(item.id, { problem: { standing: body.standing } });
      else if (body && body.code === "refused") this.change(item.id, { problem: { message: body.message } });
      else throw new Error(`answer ${status}`);
      this.heard(body);
      return true;
    }

    // The link has ended, or belongs to another table, or the page has to be opened again.
    refuses(status, body) {
      const other = body && body.code === "other_table";
      if (status !== 403 && status !== 404 && status !== 410 && !other) return false;
      this.blocked = (body && body.message) || "reopen";
      return true;
    }
  };
})();
